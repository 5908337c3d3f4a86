//! The address of a service, as it is typed.

/// HTTPS everywhere, plain HTTP only to this machine.
pub fn base_url_problem(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Some("This is needed");
    }
    let here = ["http://127.0.0.1", "http://[::1]", "http://localhost"]
        .iter()
        .filter_map(|start| text.strip_prefix(start))
        .any(|rest| rest.is_empty() || rest.starts_with([':', '/']));
    let host = text.strip_prefix("https://").unwrap_or_default();
    let named = !host.is_empty() && !host.starts_with(['/', ':']);
    (!here && !named).then_some("Start it with https://, as in https://api.example.com/v3.1")
}
