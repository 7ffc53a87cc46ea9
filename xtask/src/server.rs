//! A small static server for one folder on this machine, and the page it shows while there is none.
//!
//! It answers with the content security policy the page promises to live under, so that a breach is
//! seen while writing and not on somebody's host, and never lets a browser keep a file.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::run::without_colours;

/// The policy the page must work under.
const POLICY: &str = "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";
/// The port tried first when none is named, and how many after it.
const PORT_FIRST: u16 = 4300;
const PORTS_TRIED: u16 = 20;
/// Requests answered at once; a browser opens six connections.
const WORKERS: usize = 6;
/// Lines of compiler output on the error page.
const ERROR_LINES: usize = 120;

/// What there is to show.
#[derive(Clone, Debug)]
pub enum State {
    /// The first build is under way.
    Building,
    /// The folder is complete.
    Ready,
    /// The last build failed, with this output.
    Failed(String),
}

/// A folder and whether it may be shown.
pub struct Site {
    folder: PathBuf,
    state: RwLock<State>,
}

/// One answer, before it is sent.
#[derive(Debug)]
struct Answer {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
}

impl Site {
    /// A site of which nothing is built yet.
    pub fn new(folder: PathBuf) -> Arc<Self> {
        Arc::new(Self { folder, state: RwLock::new(State::Building) })
    }

    /// Sets the state after `work`, during which no file is served.
    pub fn change(&self, work: impl FnOnce() -> State) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        *state = work();
    }

    fn answer(&self, method: &Method, url: &str) -> Answer {
        if !matches!(method, Method::Get | Method::Head) {
            return text(405, "only GET and HEAD are answered here");
        }
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        match &*state {
            State::Ready => self.file(url),
            State::Building => notice(
                "Building",
                "The first build is under way; this page looks again by itself.",
                "",
            ),
            State::Failed(output) => {
                notice("The page does not build", "It is built again after the next edit.", output)
            }
        }
    }

    fn file(&self, url: &str) -> Answer {
        let missing = || text(404, "there is no such file");
        let Some(mut path) = below(&self.folder, url) else { return missing() };
        if path.is_dir() {
            path.push("index.html");
        }
        // A link inside the folder may still point out of it.
        let inside = match (path.canonicalize(), self.folder.canonicalize()) {
            (Ok(path), Ok(folder)) => path.starts_with(folder),
            _ => false,
        };
        match fs::read(&path) {
            Ok(body) if inside => Answer { status: 200, kind: kind(&path), body },
            _ => missing(),
        }
    }
}

/// Listens on 127.0.0.1, on the port asked for or the first free one of a few.
pub fn listen(port: Option<u16>) -> Result<(Server, String)> {
    let ports = match port {
        Some(port) => port..=port,
        None => PORT_FIRST..=PORT_FIRST + PORTS_TRIED,
    };
    let mut last = String::new();
    for port in ports {
        match Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port))) {
            Ok(server) => {
                // Port 0 asks the system for any free one.
                let port = server.server_addr().to_ip().map_or(port, |address| address.port());
                return Ok((server, format!("http://127.0.0.1:{port}/")));
            }
            Err(error) => {
                last =
                    format!("port {port} cannot be used ({error}); name a free one with --port N")
            }
        }
    }
    Err(anyhow!(last))
}

/// Answers requests from now on, on threads of its own.
pub fn start(server: Server, site: &Arc<Site>) {
    let server = Arc::new(server);
    for _ in 0..WORKERS {
        let (server, site) = (Arc::clone(&server), Arc::clone(site));
        thread::spawn(move || {
            for request in server.incoming_requests() {
                let answer = site.answer(request.method(), request.url());
                send(request, answer);
            }
        });
    }
}

fn send(request: Request, answer: Answer) {
    let mut response = Response::from_data(answer.body)
        .with_status_code(answer.status)
        .with_chunked_threshold(usize::MAX);
    for (name, value) in [
        ("Content-Type", answer.kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("Content-Security-Policy", POLICY),
    ] {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // A browser that has gone away needs no answer.
    let _ = request.respond(response);
}

/// The file a URL names, if it names one below the folder.
fn below(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = decode(path)?;
    if path.contains(['\\', '\0', ':']) {
        return None;
    }
    let plain = Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
    plain.then(|| folder.join(path))
}

/// Undoes percent encoding; `None` for what is not valid.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let value = digit(rest.next())? * 16 + digit(rest.next())?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// The media type by the end of the name; browsers refuse modules and wasm without theirs.
fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("txt" | "toml" | "md") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

fn text(status: u16, body: &str) -> Answer {
    Answer { status, kind: "text/plain; charset=utf-8", body: format!("{body}\n").into_bytes() }
}

/// A page that says why there is none, and looks again every two seconds.
fn notice(title: &str, sentence: &str, output: &str) -> Answer {
    let output = match essence(output) {
        empty if empty.is_empty() => String::new(),
        lines => format!("<pre>{}</pre>\n", escape(&lines)),
    };
    let body = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"refresh\" content=\"2\">\n\
         <title>{title}</title>\n<h1>{title}</h1>\n<p>{sentence}</p>\n{output}</html>\n"
    );
    Answer { status: 503, kind: "text/html; charset=utf-8", body: body.into_bytes() }
}

/// Compiler output from its first fault on, at most [`ERROR_LINES`].
fn essence(output: &str) -> String {
    let plain = without_colours(output);
    let lines: Vec<&str> = plain.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("error")).unwrap_or(0);
    let chosen: Vec<&str> = lines.into_iter().skip(first).take(ERROR_LINES).collect();
    chosen.join("\n").trim().to_owned()
}

/// Text that a browser shows as it stands.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(answer: &Answer) -> String {
        String::from_utf8_lossy(&answer.body).into_owned()
    }

    #[test]
    fn no_url_leaves_the_folder() {
        let folder = Path::new("/site");
        for url in [
            "/../secret",
            "/a/../../secret",
            "/%2e%2e/secret",
            "/..%2fsecret",
            "//etc/passwd",
            "/%2fetc/passwd",
            "/a\\..\\secret",
            "/%5c..%5csecret",
            "/C:/secret",
            "/a%00.html",
            "/%zz",
            "/%f",
            "/%ff",
            "secret",
        ] {
            assert_eq!(below(folder, url), None, "{url}");
        }
    }

    #[test]
    fn ordinary_urls_name_their_files() {
        let folder = Path::new("/site");
        assert_eq!(below(folder, "/"), Some(PathBuf::from("/site/")));
        assert_eq!(below(folder, "/a/b.js?v=1#x"), Some(PathBuf::from("/site/a/b.js")));
        assert_eq!(below(folder, "/%E4%BD%87.txt"), Some(PathBuf::from("/site/佇.txt")));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_out_of_the_folder_is_not_followed() {
        let root = std::env::temp_dir().join(format!("midturn-server-{}", std::process::id()));
        fs::create_dir_all(root.join("site")).expect("a folder");
        fs::write(root.join("secret.txt"), "secret").expect("a file");
        fs::write(root.join("site/index.html"), "page").expect("a file");
        std::os::unix::fs::symlink(root.join("secret.txt"), root.join("site/link.txt"))
            .expect("a link");
        let site = Site::new(root.join("site"));
        site.change(|| State::Ready);
        assert_eq!(site.answer(&Method::Get, "/link.txt").status, 404);
        let front = site.answer(&Method::Get, "/");
        assert_eq!((front.status, page(&front).as_str()), (200, "page"));
        assert_eq!(site.answer(&Method::Get, "/absent").status, 404);
        assert_eq!(site.answer(&Method::Post, "/").status, 405);
        fs::remove_dir_all(&root).expect("it was there");
    }

    #[test]
    fn a_failure_is_shown_as_text_and_goes_away() {
        let site = Site::new(PathBuf::from("absent"));
        assert!(page(&site.answer(&Method::Get, "/")).contains("Building"));
        site.change(|| {
            State::Failed("Compiling x\n\u{1b}[1merror\u{1b}[0m: <script> & co".to_owned())
        });
        let failed = site.answer(&Method::Get, "/any");
        assert_eq!(failed.status, 503);
        assert!(
            page(&failed).contains("<pre>error: &lt;script&gt; &amp; co</pre>"),
            "{}",
            page(&failed)
        );
        site.change(|| State::Ready);
        assert_eq!(site.answer(&Method::Get, "/").status, 404);
    }

    #[test]
    fn modules_and_wasm_have_their_types() {
        assert_eq!(kind(Path::new("a.wasm")), "application/wasm");
        assert!(kind(Path::new("a.js")).starts_with("text/javascript"));
        assert_eq!(kind(Path::new("stories/a.bin")), "application/octet-stream");
    }
}
