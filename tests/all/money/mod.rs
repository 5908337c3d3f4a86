//! Money in the simulator (`docs/money.md`): the promise, the seeds that once broke it,
//! and the proof that the simulator would see it broken.

mod sim;
