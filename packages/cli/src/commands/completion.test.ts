import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../program.ts'
import { bashScript, nodesOf } from './completion.ts'

const nodes = nodesOf(createProgram())

/** What bash offers for the last of these words. */
const offered = (...words: string[]): string[] => {
  const script = `${bashScript(nodes)}
COMP_WORDS=(pursestrings ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _pursestrings; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

describe('completion in bash', () => {
  test('knows the commands', () => {
    expect(offered('re').toSorted()).toEqual(['receipt', 'recipients', 'requests'])
    expect(offered('wallet', 'invitations', 'a')).toEqual(['approve'])
  })
  test('knows the options of the very command, wherever options stand before it', () => {
    expect(offered('--json', 'requests', 'create', '--am')).toEqual(['--amount'])
    expect(offered('events', 'follow', '--s')).toEqual(['--since'])
  })
  test('offers nothing of another command', () => {
    expect(offered('logout', '--am')).toEqual([])
  })
})
