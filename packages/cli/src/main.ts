/** The command `pursestrings` as a process. */
import { runCommandLine } from './command-line.ts'

// Whoever reads our output may stop reading, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

await runCommandLine()
