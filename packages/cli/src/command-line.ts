/** Runs the command that was typed; a failure becomes a message on stderr and an exit code. */
import { CommanderError } from 'commander'
import { type Failure, failureJson, failureOf, failureText } from './failure.ts'
import { createProgram } from './program.ts'
import { EXIT } from './stop.ts'
import { terminal } from './terminal.ts'

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

export const runCommandLine = async (): Promise<void> => {
  const at = terminal()
  try {
    await createProgram().parseAsync(at.argv)
  } catch (thrown) {
    const failure = eventOf(thrown)
    if (failure) {
      const json = at.argv.includes('--json')
      at.stderr.write(`${json ? failureJson(failure) : failureText(failure)}\n`)
    }
    // Help that was asked for is an answer; help in place of a missing command is not.
    const input = thrown instanceof CommanderError && thrown.exitCode === EXIT.ok
    at.exitCode = input ? EXIT.ok : (failure?.exit_code ?? EXIT.usage)
  }
}
