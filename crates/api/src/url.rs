//! Security checks of addresses: the base URL, label files and their redirects.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use crate::text;

/// Why an address is not accepted, worded for the form field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    #[error("{}", text!("errors-url-not-a-url"))]
    NotAUrl,
    #[error("{}", text!("errors-url-not-https"))]
    NotHttps,
    #[error("{}", text!("errors-url-no-version"))]
    NoVersion,
    #[error("{}", text!("errors-url-extras"))]
    Extras,
    #[error("{}", text!("errors-url-user"))]
    User,
    #[error("{}", text!("errors-url-private"))]
    Private,
    #[error("{}", text!("errors-url-redirects"))]
    TooManyRedirects,
}

/// Scheme, host and port. A bearer token is sent only to its own origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    https: bool,
    host: Host<String>,
    port: u16,
}

/// A validated `{base_url}` without the trailing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    /// As typed: journals and settings identify the server by this text.
    pub text: String,
    pub origin: Origin,
    url: Url,
}

impl Origin {
    fn of(url: &Url) -> Result<Self, UrlError> {
        let host = url.host().ok_or(UrlError::NotAUrl)?.to_owned();
        if !url.username().is_empty() || url.password().is_some() {
            return Err(UrlError::User);
        }
        let https = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(UrlError::NotHttps),
        };
        let port = url.port_or_known_default().ok_or(UrlError::NotAUrl)?;
        Ok(Self { https, host, port })
    }

    /// The host if it is a numeric address. Names do not count, because DNS decides where they
    /// lead.
    fn ip(&self) -> Option<IpAddr> {
        match self.host {
            Host::Domain(_) => None,
            Host::Ipv4(ip) => Some(ip.into()),
            Host::Ipv6(ip) => Some(ip.into()),
        }
    }

    pub fn is_literal_loopback(&self) -> bool {
        self.ip().is_some_and(|ip| ip.is_loopback())
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl BaseUrl {
    /// The address of a call. `path` and `target` are percent-encoded already.
    pub fn of_call(&self, path: &str, target: &str) -> Result<Url, UrlError> {
        let url = Url::parse(&format!("{}{target}", self.text)).map_err(|_| UrlError::NotAUrl)?;
        // An id such as `..`, in any spelling, would change the path and call something else.
        let base = self.url.path().trim_end_matches('/');
        match url.path().strip_prefix(base) {
            Some(rest) if rest == path => Ok(url),
            _ => Err(UrlError::NotAUrl),
        }
    }

    /// The address of a label, which some services send relative to their own.
    pub fn of_label(&self, text: &str) -> Result<Url, UrlError> {
        let text = text.trim();
        match Url::parse(text) {
            Ok(url) => Ok(url),
            Err(url::ParseError::RelativeUrlWithoutBase)
                if text.contains('/') && !text.contains(char::is_whitespace) =>
            {
                let folder = format!("{}/", self.text);
                let base = Url::parse(&folder).map_err(|_| UrlError::NotAUrl)?;
                base.join(text).map_err(|_| UrlError::NotAUrl)
            }
            Err(_) => Err(UrlError::NotAUrl),
        }
    }
}

/// Checks a base URL as a person types it.
///
/// # Errors
/// Why no request can go there.
pub fn check_base(text: &str) -> Result<(), UrlError> {
    parse_base(text).map(|_| ())
}

pub fn parse_base(text: &str) -> Result<BaseUrl, UrlError> {
    let text = text.trim().trim_end_matches('/');
    if text.contains(['#', '?']) {
        return Err(UrlError::Extras);
    }
    let url = Url::parse(text).map_err(|_| UrlError::NotAUrl)?;
    let origin = Origin::of(&url)?;
    // `http://2130706433` is loopback too, but a user cannot see that.
    let literal = text.contains(&origin.host.to_string());
    let unseen_on_the_way = origin.https || (origin.is_literal_loopback() && literal);
    if !unseen_on_the_way {
        return Err(UrlError::NotHttps);
    }
    if url.path().rsplit('/').next() != Some("v3.1") {
        return Err(UrlError::NoVersion);
    }
    Ok(BaseUrl { text: text.to_owned(), origin, url })
}

/// Parses any address with a scheme.
pub fn parse(text: &str) -> Result<Url, UrlError> {
    Url::parse(text).map_err(|_| UrlError::NotAUrl)
}

/// Checks the address of a label or of a redirect: https, or plain http to a numeric loopback
/// address if the base URL is loopback too. Names are checked again when connecting, by the
/// addresses they resolve to.
pub fn check_download(url: &Url, base: &Origin) -> Result<Origin, UrlError> {
    let origin = Origin::of(url)?;
    let loopback = base.is_literal_loopback() && origin.is_literal_loopback();
    if loopback {
        return Ok(origin);
    }
    if !origin.https {
        return Err(UrlError::NotHttps);
    }
    if origin.ip().is_some_and(|ip| !is_public(ip)) {
        return Err(UrlError::Private);
    }
    Ok(origin)
}

/// The target of a `Location` header: absolute, or relative to the address that sent it.
pub fn next_hop(from: &Url, location: &str) -> Result<Url, UrlError> {
    let mut next = from.join(location).map_err(|_| UrlError::NotAUrl)?;
    next.set_fragment(None);
    Ok(next)
}

/// Whether an address is on the public internet. An IPv6 address that embeds an IPv4 address is
/// judged by that one.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocol = a == 192 && b == 0 && c == 0;
    let benchmark = a == 198 && (b == 18 || b == 19);
    !(a == 0
        || a >= 224
        || ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || shared
        || protocol
        || benchmark)
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = ip.segments();
    let embedded = |high: u16, low: u16| {
        let [w, x] = high.to_be_bytes();
        let [y, z] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(w, x, y, z))
    };
    match (a, b) {
        // Loopback, unspecified, IPv4-mapped and IPv4-compatible.
        (0, 0) => (c, d, e, f) == (0, 0, 0, 0xffff) && embedded(g, h),
        (0x64, 0xff9b) => embedded(g, h),
        (0x2002, _) => embedded(b, c),
        // All allocated public addresses begin with the bits 001.
        _ => a & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls() {
        for (text, result) in [
            ("https://api.example.com/v3.1", Ok("https://api.example.com/v3.1")),
            (" https://api.example.com/ship/v3.1/ ", Ok("https://api.example.com/ship/v3.1")),
            ("http://127.0.0.1:8331/v3.1/", Ok("http://127.0.0.1:8331/v3.1")),
            ("http://[::1]:8331/v3.1", Ok("http://[::1]:8331/v3.1")),
            ("http://api.example.com/v3.1", Err(UrlError::NotHttps)),
            ("http://localhost:8331/v3.1", Err(UrlError::NotHttps)),
            ("http://127.0.0.1.example.com/v3.1", Err(UrlError::NotHttps)),
            ("http://2130706433/v3.1", Err(UrlError::NotHttps)),
            ("ftp://127.0.0.1/v3.1", Err(UrlError::NotHttps)),
            ("https://api.example.com", Err(UrlError::NoVersion)),
            ("https://api.example.com/v3", Err(UrlError::NoVersion)),
            ("https://user:pw@api.example.com/v3.1", Err(UrlError::User)),
            ("https://api.example.com/v3.1?x=1", Err(UrlError::Extras)),
            ("api example", Err(UrlError::NotAUrl)),
            ("/v3.1", Err(UrlError::NotAUrl)),
            ("", Err(UrlError::NotAUrl)),
        ] {
            let read = parse_base(text);
            assert_eq!(
                read.as_ref().map(|base| base.text.as_str()).map_err(|e| *e),
                result,
                "{text}"
            );
        }
    }

    #[test]
    fn label_addresses() {
        let far = parse_base("https://api.example.com/v3.1").unwrap().origin;
        let near = parse_base("http://127.0.0.1:1/v3.1").unwrap().origin;
        for (text, from_far, from_near) in [
            ("https://cdn.example.com/l.pdf", Ok(()), Ok(())),
            ("http://cdn.example.com/l.pdf", Err(UrlError::NotHttps), Err(UrlError::NotHttps)),
            ("http://127.0.0.1:2/l.pdf", Err(UrlError::NotHttps), Ok(())),
            ("https://127.0.0.1/l.pdf", Err(UrlError::Private), Ok(())),
            ("https://10.1.2.3/l.pdf", Err(UrlError::Private), Err(UrlError::Private)),
            ("https://169.254.169.254/", Err(UrlError::Private), Err(UrlError::Private)),
            ("https://[fe80::1]/", Err(UrlError::Private), Err(UrlError::Private)),
            ("https://[::ffff:192.168.0.1]/", Err(UrlError::Private), Err(UrlError::Private)),
            // The same addresses in other spellings that browsers accept.
            ("https://0xa000001/l.pdf", Err(UrlError::Private), Err(UrlError::Private)),
            ("https://2852039166/latest", Err(UrlError::Private), Err(UrlError::Private)),
            ("https://127.0.0.1:1@10.0.0.1/", Err(UrlError::User), Err(UrlError::User)),
            ("file:///etc/passwd", Err(UrlError::NotAUrl), Err(UrlError::NotAUrl)),
        ] {
            let url = Url::parse(text).unwrap();
            assert_eq!(check_download(&url, &far).map(drop), from_far, "{text}");
            assert_eq!(check_download(&url, &near).map(drop), from_near, "{text}");
        }
    }

    #[test]
    fn public_addresses() {
        for (ip, public) in [
            ("93.184.216.34", true),
            ("2606:2800:220:1::1", true),
            ("64:ff9b::5db8:d822", true),
            ("100.64.0.1", false),
            ("172.31.0.1", false),
            ("198.19.0.1", false),
            ("0.0.0.0", false),
            ("255.255.255.255", false),
            ("::", false),
            ("::1", false),
            ("fd00::1", false),
            ("ff02::1", false),
            ("64:ff9b::a00:1", false),
            ("2002:7f00:1::", false),
        ] {
            assert_eq!(is_public(ip.parse().unwrap()), public, "{ip}");
        }
    }

    #[test]
    fn hops_are_resolved_against_their_sender() {
        let from = Url::parse("https://a.example/x/y?z").unwrap();
        for (location, target) in [
            ("/l.pdf", "https://a.example/l.pdf"),
            ("l.pdf#page", "https://a.example/x/l.pdf"),
            ("//b.example/l", "https://b.example/l"),
            ("http://b.example/l", "http://b.example/l"),
        ] {
            assert_eq!(next_hop(&from, location).unwrap().to_string(), target);
        }
    }
    #[test]
    fn a_call_stays_below_the_base() {
        for base in ["https://A.example.com/ship/v3.1", "http://127.0.0.1:9/v3.1"] {
            let base = parse_base(base).unwrap();
            let url = base.of_call("/Address/a%2Fb", "/Address/a%2Fb?value=%2B").unwrap();
            assert!(url.path().ends_with("/v3.1/Address/a%2Fb"), "{url}");
            assert_eq!(url.query(), Some("value=%2B"));
            for climbing in ["/Address/%2E%2E", "/Address/%2e", "/Address/.."] {
                assert!(base.of_call(climbing, climbing).is_err(), "{climbing}");
            }
        }
    }

    /// Finding C15: a label address relative to the service's own was refused.
    #[test]
    fn a_label_may_be_named_relative_to_the_service() {
        let base = parse_base("https://a.example/ship/v3.1").unwrap();
        for (text, url) in [
            ("https://b.example/l.pdf", Ok("https://b.example/l.pdf")),
            ("/labels/1.pdf?s=2", Ok("https://a.example/labels/1.pdf?s=2")),
            ("labels/1.pdf", Ok("https://a.example/ship/v3.1/labels/1.pdf")),
            ("//b.example/l.pdf", Ok("https://b.example/l.pdf")),
            ("not an address", Err(UrlError::NotAUrl)),
            ("label", Err(UrlError::NotAUrl)),
        ] {
            let read = base.of_label(text);
            assert_eq!(read.as_ref().map(Url::as_str).map_err(|e| *e), url, "{text}");
        }
    }
}
