//! The certificate of the server.

use postroom::base::tls::TlsFault;
use postroom::desk::stations::WorkspaceTls;

use super::*;
use crate::database_servers::make_certificates;

#[test]
fn a_server_that_cannot_be_trusted_is_not_used() {
    let mut folder = std::path::PathBuf::new();
    let server = Server::start_with(ShopDatabaseKind::Postgres, |of_server| {
        make_certificates(of_server);
        folder = of_server.to_owned();
        let file = |name: &str| of_server.join(name).display().to_string();
        let settings = [
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", file("server.pem")),
            format!("ssl_key_file={}", file("server.key")),
        ];
        let settings = settings.into_iter();
        settings.flat_map(|it| ["-c".to_owned(), it]).collect()
    });
    let Some(server) = server else { return };
    let shop = Shop::with_tables(server);
    let others = shop.world.folder.join("others");
    std::fs::create_dir(&others).unwrap();
    make_certificates(&others);
    let mut desk = shop.alone("one");
    let verified = |certificate: Option<std::path::PathBuf>| WorkspaceAddress {
        tls: WorkspaceTls::Verified,
        certificate,
        ..shop.address("shop")
    };
    let ours = folder.join("ca.pem");
    let by_name = WorkspaceAddress {
        // The certificate is for 127.0.0.1.
        host: "localhost".to_owned(),
        ..verified(Some(ours.clone()))
    };
    let not_trusted = [
        (verified(None), TlsFault::UnknownAuthority),
        (verified(Some(others.join("ca.pem"))), TlsFault::UnknownAuthority),
        (by_name, TlsFault::OtherAddress),
    ];
    // Z16: each cause has its own sentence.
    for (address, fault) in not_trusted {
        use_address(&mut desk, address);
        wait_for(&mut desk, "refused", is_lost);
        assert_eq!(fault_of(desk.state()), Some(ServerFault::NotTrusted(fault)));
        assert!(sentence(&desk).contains("Check the encryption and the certificate"));
        assert!(desk.state().order_batches.known.buying_stopped.is_some());
        leave(&mut desk);
    }
    let empty = shop.world.folder.join("empty.pem");
    std::fs::write(&empty, "no certificate").unwrap();
    use_address(&mut desk, verified(Some(empty)));
    wait_for(&mut desk, "refused", is_lost);
    assert!(sentence(&desk).contains("no certificate"), "{}", sentence(&desk));
    leave(&mut desk);
    let gone = shop.world.folder.join("gone.pem");
    use_address(&mut desk, verified(Some(gone.clone())));
    desk.run_until("no certificate", |state| {
        matches!(fault_of(state), Some(ServerFault::CertificateNotRead { .. }))
    });
    let said = sentence(&desk);
    assert!(said.contains(&gone.display().to_string()), "{said}");
    assert!(said.contains("Choose another one"), "{said}");
    // The file is put where it was missed: nobody has to do anything else.
    std::fs::copy(&ours, &gone).unwrap();
    desk.run_until("open", is_open);
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'Postroom' AND NOT ssl";
    assert_eq!(shop.number(encrypted), 0);
    let work = OrderWork::Buy(desk.import_rated(2));
    buys_all(&shop, &mut desk, work, 2);
}
