//! The child process that draws labels: real processes of the real binary.

use postroom::label::Decoder;
use postroom::service::document::{FileType, Orientation, Size, render};

use super::{facts, pages};
use crate::prelude::*;

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(work)
}

fn decoder() -> Decoder {
    Decoder::new(PathBuf::from(env!("CARGO_BIN_EXE_postroom")))
}

fn label(file_type: FileType) -> Arc<[u8]> {
    render(&facts::parcel(), file_type, Size::S4x6, Orientation::Portrait).expect("a label").into()
}

#[test]
fn the_child_draws_what_the_process_itself_would() {
    let decoder = decoder();
    run(async {
        for file_type in [FileType::Pdf, FileType::Png, FileType::Zpl, FileType::Tif] {
            let bytes = label(file_type);
            let answer = decoder.decode(bytes.clone(), 203.0).await;
            assert_eq!(
                answer.as_ref().map(Vec::as_slice),
                Ok(pages(&bytes).as_slice()),
                "{file_type:?}"
            );
        }
    });
}

#[test]
fn a_refusal_is_the_same_sentence_and_the_child_lives_on() {
    let decoder = decoder();
    run(async {
        let refused: Arc<[u8]> = Arc::from(&b"%PDF-1.7\nnothing more"[..]);
        let answer = decoder.decode(refused.clone(), 203.0).await;
        assert_eq!(answer, decode_in_process(&refused, 203.0, &Default::default()));
        assert!(matches!(answer, Err(DecodeError::Broken { .. })), "{answer:?}");
        assert!(decoder.decode(label(FileType::Png), 203.0).await.is_ok());
    });
}

#[test]
fn a_decode_given_up_leaves_no_answer_behind_for_the_next() {
    let decoder = decoder();
    run(async {
        let bytes = label(FileType::Png);
        let first = decoder.decode(bytes.clone(), 203.0).await.expect("a page");
        // Dropped during the exchange.
        let other = label(FileType::Pdf);
        let given_up = decoder.decode(other, 300.0);
        drop(tokio::time::timeout(Duration::from_millis(1), given_up).await);
        assert_eq!(decoder.decode(bytes, 203.0).await, Ok(first));
    });
}

#[test]
fn a_child_that_dies_is_replaced_and_a_missing_one_is_said() {
    run(async {
        let gone = Decoder::new(PathBuf::from("/nonexistent/postroom"));
        let answer = gone.decode(label(FileType::Png), 203.0).await;
        assert!(matches!(answer, Err(DecodeError::WorkerStart(_))), "{answer:?}");
        // A program that is not a drawing child closes its pipe at once.
        let wrong = Decoder::new(PathBuf::from("/bin/true"));
        for _ in 0..2 {
            let answer = wrong.decode(label(FileType::Png), 203.0).await;
            assert_eq!(answer, Err(DecodeError::WorkerDied));
        }
    });
}

#[test]
fn a_child_that_hangs_is_stopped() {
    // It neither reads nor responds.
    let folder = std::env::temp_dir().join(format!("postroom-hang-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let script = folder.join("hang");
    std::fs::write(&script, "#!/bin/sh\nexec sleep 60\n").expect("a script");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o700))
            .expect("permissions");
        let hanging = Decoder::new(script);
        let answer = run(hanging.decode(Arc::from(&b"^XA^XZ"[..]), 203.0));
        assert_eq!(answer, Err(DecodeError::TimedOut));
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// A child of its own for each of several files, where there are processors for them; the files are
/// told apart by their sizes.
#[test]
fn files_drawn_at_once_get_their_own_pages() {
    let decoder = decoder();
    run(async {
        let png = label(FileType::Png);
        let pdf = label(FileType::Pdf);
        let mut drawing = tokio::task::JoinSet::new();
        for turn in 0..8_u16 {
            let (decoder, bytes) = (decoder.clone(), [&png, &pdf][usize::from(turn % 2)].clone());
            let dpi = 100.0 + 10.0 * f32::from(turn);
            drawing.spawn(async move { (dpi, decoder.decode(bytes.clone(), dpi).await, bytes) });
        }
        while let Some(drawn) = drawing.join_next().await {
            let (dpi, drawn, bytes) = drawn.expect("a task");
            let alone = decode_in_process(&bytes, dpi, &Default::default());
            assert_eq!(drawn, alone, "at {dpi} dpi");
        }
    });
}
