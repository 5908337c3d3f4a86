//! Tells the program how it is built: `release`, `debug` or another profile of the manifest. Nothing
//! is read that changes between builds, so this runs once for each profile. The commit comes from
//! the variable `POSTROOM_COMMIT`: asking git here would build the whole program anew after each
//! commit.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=POSTROOM_PROFILE={profile}");
    // The icon and the version of the program for Windows: an object of `windres`.
    println!("cargo::rerun-if-env-changed=POSTROOM_RESOURCE");
    if let Ok(object) = std::env::var("POSTROOM_RESOURCE") {
        println!("cargo::rustc-link-arg-bins={object}");
    }
}
