/** Whether the command line accepts a line that a document shows: as commander would read it, without doing it. */
import type { Command } from 'commander'
import { createProgram } from '../../packages/cli/src/program.ts'

/** Taken by every command. */
const EVERYWHERE = new Set(['--json'])

/** `line` begins after `pursestrings`. */
export const cliFaults = (line: string): string[] => {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain = '']) => double ?? single ?? plain,
  )
  let command: Command = createProgram()
  while (command.commands.length > 0) {
    const next = command.commands.find((one) => one.name() === words[0])
    // One with options of its own does something by itself, too.
    if (!next && command.parent && command.options.length > 0 && !/^\w/.test(words[0] ?? '')) break
    if (!next) return [`${line}: no command ${words[0]}`]
    command = next
    words.shift()
  }
  // What the shell puts in is not known here.
  if (line.includes('$')) for (const option of command.options) delete option.parseArg
  const { operands, unknown } = command.parseOptions(words)
  const wanted = command.registeredArguments
  const fits = operands.length <= wanted.length && operands.length >= wanted.filter((one) => one.required).length
  return [
    ...unknown.filter((one) => !EVERYWHERE.has(one)).map((one) => `${line}: unknown ${one}`),
    ...(fits ? [] : [`${line}: arguments ${operands.join(' ')}`]),
  ]
}
