import { describe, expect, test } from 'vitest'
import { mergeServers } from './mcp.ts'

describe('the file of an MCP client', () => {
  test('keeps what else it holds', () => {
    const there = { theme: 'dark', mcpServers: { other: { command: 'x' }, pursestrings: { command: 'old' } } }
    expect(mergeServers(there, { mcpServers: { pursestrings: { command: 'new' } } })).toEqual({
      theme: 'dark',
      mcpServers: { other: { command: 'x' }, pursestrings: { command: 'new' } },
    })
    expect(mergeServers({}, { servers: { a: 1 } })).toEqual({ servers: { a: 1 } })
  })
})
