/**
 * A small change to the code that a named test must notice. `npm run faults -- mutants` applies each one to a copy of
 * the tree and runs that test there.
 *
 * To add some, export a list of them from a file `<subject>.mutants.ts` in this folder: every such file is read.
 */
export interface Mutant {
  /** What the changed code does wrong, in a few words. Unique. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  /** Occurs exactly once in the file; otherwise the mutant is stale and the run fails. */
  readonly find: string
  readonly replace: string
  readonly test: string
  /** A part of the failing test's name. It must fail by an assertion: a crash or a timeout proves nothing. */
  readonly caught_by: string
}
