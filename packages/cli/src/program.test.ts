import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from './program.ts'

const commandsIn = (command: Command, path: string): [string, Command][] => [
  [path, command],
  ...command.commands.flatMap((one) => commandsIn(one, `${path} ${one.name()}`)),
]
const helpOf = (command: Command): string => {
  let said = ''
  command.configureOutput({ writeOut: (text) => void (said += text), getOutHelpWidth: () => 80 })
  command.outputHelp()
  return said
}
const all = commandsIn(createProgram(), 'pursestrings')

describe.each(all)('%s', (path, command) => {
  const help = helpOf(command)
  test('has help with an example of itself, no wider than 80 columns', () => {
    expect(help).toMatch(new RegExp(`\\n  \\$ ${path}`))
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })
  test('takes --json and --profile', () => {
    expect(help).toMatch(/ --json /)
    expect(help).toMatch(/ --profile <name> /)
  })
})

describe('the test wallet', () => {
  test('is called a TEST wallet wherever it is spoken of', () => {
    const wallet = all.find(([path]) => path === 'pursestrings wallet')?.[1]
    expect(wallet?.description()).toContain('TEST wallet')
  })
})
