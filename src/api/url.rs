//! Which addresses may be spoken to: security rules for the base URL and for labels.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use http::Uri;

/// What is wrong with an address, in words for beside the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    #[error("this is not a web address")]
    NotAUrl,
    #[error("the address must begin with https:// (http:// only for 127.0.0.1 or [::1])")]
    NotHttps,
    #[error("the address must end with the version, /v3.1")]
    NoVersion,
    #[error("the address must not hold a user name, a question mark or a #")]
    Extras,
    #[error("the address leads into a private network")]
    Private,
    #[error("the address forwards to others too often")]
    TooManyRedirects,
}

/// Scheme, host and port: what a bearer token belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    https: bool,
    host: String,
    port: u16,
}

/// A checked `{base_url}` without the trailing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BaseUrl {
    pub text: String,
    pub origin: Origin,
}

impl Origin {
    fn of(uri: &Uri) -> Result<Self, UrlError> {
        let authority = uri.authority().ok_or(UrlError::NotAUrl)?;
        if authority.as_str().contains('@') {
            return Err(UrlError::Extras);
        }
        let https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(UrlError::NotHttps),
        };
        let default = if https { 443 } else { 80 };
        Ok(Self {
            https,
            host: authority.host().to_ascii_lowercase(),
            port: authority.port_u16().unwrap_or(default),
        })
    }

    /// The host where it is written as a number; names do not count, since who answers
    /// for a name is decided elsewhere.
    fn ip(&self) -> Option<IpAddr> {
        self.host
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse()
            .ok()
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

pub(super) fn parse_base(text: &str) -> Result<BaseUrl, UrlError> {
    let text = text.trim().trim_end_matches('/');
    if text.contains(['#', '?']) {
        return Err(UrlError::Extras);
    }
    let uri: Uri = text.parse().map_err(|_| UrlError::NotAUrl)?;
    let origin = Origin::of(&uri)?;
    if !origin.https && !origin.is_literal_loopback() {
        return Err(UrlError::NotHttps);
    }
    if uri.path().rsplit('/').next() != Some("v3.1") {
        return Err(UrlError::NoVersion);
    }
    Ok(BaseUrl {
        text: text.to_owned(),
        origin,
    })
}

/// Checks the address of a label, or the next hop of one: https, or plain http to a
/// loopback number where the connection itself is to loopback. Names are checked
/// again, by the addresses they resolve to, when the connection is made.
pub(super) fn check_download(uri: &Uri, base: &Origin) -> Result<Origin, UrlError> {
    let origin = Origin::of(uri)?;
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

/// The target of a `Location` header: absolute, or relative to the hop that sent it.
pub(super) fn next_hop(from: &Uri, location: &str) -> Result<Uri, UrlError> {
    let location = location.split('#').next().unwrap_or_default();
    let authority = from.authority().ok_or(UrlError::NotAUrl)?;
    let scheme = from.scheme_str().ok_or(UrlError::NotAUrl)?;
    let absolute = if location.starts_with("//") {
        format!("{scheme}:{location}")
    } else if location.starts_with('/') {
        format!("{scheme}://{authority}{location}")
    } else if location.contains("://") {
        location.to_owned()
    } else {
        let folder = from
            .path()
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        format!("{scheme}://{authority}{folder}/{location}")
    };
    absolute.parse().map_err(|_| UrlError::NotAUrl)
}

/// Whether an address belongs to the open internet. Addresses that carry an IPv4
/// address inside are judged by it.
pub(super) fn is_public(ip: IpAddr) -> bool {
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
        // Everything handed out to the internet begins with the bits 001.
        _ => a & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls() {
        for (text, result) in [
            (
                "https://api.example.com/v3.1",
                Ok("https://api.example.com/v3.1"),
            ),
            (
                " https://api.example.com/ship/v3.1/ ",
                Ok("https://api.example.com/ship/v3.1"),
            ),
            (
                "http://127.0.0.1:8331/v3.1/",
                Ok("http://127.0.0.1:8331/v3.1"),
            ),
            ("http://[::1]:8331/v3.1", Ok("http://[::1]:8331/v3.1")),
            ("http://api.example.com/v3.1", Err(UrlError::NotHttps)),
            ("http://localhost:8331/v3.1", Err(UrlError::NotHttps)),
            ("http://127.0.0.1.example.com/v3.1", Err(UrlError::NotHttps)),
            ("ftp://127.0.0.1/v3.1", Err(UrlError::NotHttps)),
            ("https://api.example.com", Err(UrlError::NoVersion)),
            ("https://api.example.com/v3", Err(UrlError::NoVersion)),
            (
                "https://user:pw@api.example.com/v3.1",
                Err(UrlError::Extras),
            ),
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
            (
                "http://cdn.example.com/l.pdf",
                Err(UrlError::NotHttps),
                Err(UrlError::NotHttps),
            ),
            ("http://127.0.0.1:2/l.pdf", Err(UrlError::NotHttps), Ok(())),
            ("https://127.0.0.1/l.pdf", Err(UrlError::Private), Ok(())),
            (
                "https://10.1.2.3/l.pdf",
                Err(UrlError::Private),
                Err(UrlError::Private),
            ),
            (
                "https://169.254.169.254/",
                Err(UrlError::Private),
                Err(UrlError::Private),
            ),
            (
                "https://[fe80::1]/",
                Err(UrlError::Private),
                Err(UrlError::Private),
            ),
            (
                "https://[::ffff:192.168.0.1]/",
                Err(UrlError::Private),
                Err(UrlError::Private),
            ),
            (
                "file:///etc/passwd",
                Err(UrlError::NotAUrl),
                Err(UrlError::NotAUrl),
            ),
        ] {
            let Ok(uri) = text.parse::<Uri>() else {
                assert_eq!(from_far, Err(UrlError::NotAUrl), "{text}");
                continue;
            };
            assert_eq!(check_download(&uri, &far).map(drop), from_far, "{text}");
            assert_eq!(check_download(&uri, &near).map(drop), from_near, "{text}");
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
        let from: Uri = "https://a.example/x/y?z".parse().unwrap();
        for (location, target) in [
            ("/l.pdf", "https://a.example/l.pdf"),
            ("l.pdf#page", "https://a.example/x/l.pdf"),
            ("//b.example/l", "https://b.example/l"),
            ("http://b.example/l", "http://b.example/l"),
        ] {
            assert_eq!(next_hop(&from, location).unwrap().to_string(), target);
        }
    }
}
