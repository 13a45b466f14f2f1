/**
 * Says it once, and clearly, where Node is too old to read our sources: what follows would only say that it does not know `.ts`.
 * Plain JavaScript that any Node can read.
 */
const NEEDED = 24
const [major] = process.versions.node.split('.')

if (Number(major) < NEEDED) {
  console.error(`error: Pursestrings needs Node ${NEEDED} or newer; this is ${process.versions.node}.`)
  console.error('  what to do: install a newer Node from https://nodejs.org, run `npm install`, and try again.')
  process.exitCode = 1
}
