/** Runs one command; a failure becomes a message on stderr and an exit code. */
import { CommanderError } from 'commander'
import { type Failure, failureJson, failureOf, failureText } from './failure.ts'
import { createProgram } from './program.ts'
import { EXIT } from './stop.ts'

const HELP = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version'])

/** Undefined where nothing is left to tell: help was shown. */
const eventOf = (thrown: unknown): Failure | undefined => {
  if (!(thrown instanceof CommanderError)) return failureOf(thrown)
  if (HELP.has(thrown.code)) return undefined
  const message = thrown.message.replace(/^error: /, '').replaceAll('\n', ' ')
  return {
    message,
    what_to_do: 'pursestrings --help lists every command.',
    exit_code: EXIT.usage,
  }
}

// Whoever reads our output may stop reading, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await createProgram().parseAsync()
} catch (thrown) {
  const failure = eventOf(thrown)
  if (failure) {
    const json = process.argv.includes('--json')
    process.stderr.write(`${json ? failureJson(failure) : failureText(failure)}\n`)
  }
  // Help that was asked for is an answer; help in place of a missing command is not.
  const input = thrown instanceof CommanderError && thrown.exitCode === EXIT.ok
  process.exitCode = input ? EXIT.ok : (failure?.exit_code ?? EXIT.usage)
}
