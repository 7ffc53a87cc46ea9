//! The program of the page; everything is in the library.

fn main() {
    midturn_web::start();
}
