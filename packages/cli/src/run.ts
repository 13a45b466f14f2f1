/** What every command is given: its profile and where it speaks. Also the few things that all commands share. */
import { CREDENTIAL_LIFETIME_DAYS_MAX } from '@pursestrings/sdk/inputs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { asTyped, type Environment, readEnvironment } from './environment.ts'
import { createOutput, type Output } from './output.ts'
import { withPinLine } from './pins.ts'
import { expectProfile, openProfile, type ProfileStore } from './profile-store.ts'
import { terminal } from './terminal.ts'

export interface Run {
  readonly profiles: ProfileStore
  readonly output: Output
  readonly environment: Environment
}

interface GlobalOptions {
  readonly json?: boolean
  readonly profile?: string
}

/** Commander hands over arguments, options and the command; an action here gets the run first, then arguments and options. */
export const runs =
  <Input extends readonly unknown[]>(act: (run: Run, ...input: Input) => Promise<void>) =>
  async (...handed: unknown[]): Promise<void> => {
    const command = handed.at(-1) as Command
    expectNeeded(command)
    const { json = false, profile } = command.optsWithGlobals<GlobalOptions>()
    const environment = readEnvironment()
    const chosen = profile ?? environment.profile
    const profiles = openProfile(chosen ?? 'default', environment)
    if (chosen !== undefined && !MAKES_PROFILES.has(command.name())) expectProfile(profiles)
    const run = { profiles, output: createOutput(json), environment }
    await act(run, ...(handed.slice(0, -1) as unknown as Input)).catch((failure: unknown) => {
      throw withPinLine(failure, profiles.name)
    })
  }

/** What begins with a profile that is not there yet. */
const MAKES_PROFILES = new Set(['init', 'demo', 'login', 'completion', 'doctor'])

const NEEDED = new WeakSet<Option>()

/** Commander asks for its own mandatory options before it notices a mistyped one; these are asked for after that. */
export const needed = (flags: string, what: string): Option => {
  const option = new Option(flags, what)
  NEEDED.add(option)
  return option
}

const expectNeeded = (command: Command): void => {
  const missing = command.options.find(
    (option) => NEEDED.has(option) && command.getOptionValue(option.attributeName()) === undefined,
  )
  if (missing) command.error(`error: required option '${missing.flags}' not specified`)
}

/** A command below another, with the examples that its help ends with. */
export const addCommand = (parent: Command, usage: string, summary: string, examples: readonly string[]): Command =>
  parent
    .command(usage)
    .description(summary)
    .addHelpText('after', `\nExamples:\n${examples.map((line) => asTyped(`  $ pursestrings ${line}`)).join('\n')}`)

export const addGroup = (parent: Command, name: string, summary: string, examples: readonly string[]): Command =>
  addCommand(parent, name, summary, examples).helpCommand(false)

const wholeNumber =
  (what: string, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= 1 && value <= most) return value
    throw new InvalidArgumentError(what)
  }

export const seconds = wholeNumber('Use a whole number of seconds.')
export const days = wholeNumber(`Give 1 to ${CREDENTIAL_LIFETIME_DAYS_MAX} days.`, CREDENTIAL_LIFETIME_DAYS_MAX)
export const count = wholeNumber('Use a whole number, 1 or more.')

/** Ends quietly with Ctrl-C, for commands that go on until they are ended. */
export const untilInterrupted = (): AbortSignal => {
  const ended = new AbortController()
  const at = terminal()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) at.on(signal, () => ended.abort())
  return ended.signal
}
