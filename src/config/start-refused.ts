/** Something that an operator has to put right, and that the message says in full: where in the code it was found helps nobody. */
export class StartRefused extends Error {}
