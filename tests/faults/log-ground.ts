/** What the fault run of the payee log stands on: sequencers to kill, the tree counted again, and a rogue's pen. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { leafHash, rootOfHashes } from '@pursestrings/protocol/log/merkle-tree'
import type pg from 'pg'
import { sha256 } from '../../server/src/transparency/log/read-log-key.ts'

const SEQUENCER = fileURLToPath(new URL('log-sequencer.ts', import.meta.url))

export const startSequencer = async (url: string, key: string, issuer: string) => {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=@pursestrings/source', SEQUENCER, url, key, issuer],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended])
  return {
    /** What it said if it ended by itself, which it should not. */
    async kill(): Promise<string | undefined> {
      const by_itself = child.exitCode !== null
      child.kill('SIGKILL')
      await ended
      return by_itself ? said : undefined
    },
  }
}

export interface Tree {
  readonly leaves: number
  readonly duplicated: number
  readonly gaps: number
  readonly forks: number
}

/** The log counted again from its entries: each number once, none missing, and every signed head a prefix of the whole. */
export const recount = async (admin: pg.Pool): Promise<Tree> => {
  const { rows } = await admin.query<{ entry: string }>('select entry from log_leaves order by log_index')
  const hashes = await Promise.all(rows.map(({ entry }) => leafHash(utf8Of(entry), sha256)))
  const seen = new Map<string, number[]>()
  for (const { entry } of rows) {
    const { subject_tag, seq } = JSON.parse(entry) as { subject_tag: string; seq: number }
    seen.set(subject_tag, [...(seen.get(subject_tag) ?? []), seq])
  }
  const numbers = [...seen.values()]
  const duplicated = numbers.reduce((sum, seqs) => sum + seqs.length - new Set(seqs).size, 0)
  const gaps = numbers.filter((seqs) => seqs.some((seq, at) => seq !== at + 1)).length
  const heads = await admin.query<{ size: string; root: Buffer }>(
    'select size, root from log_checkpoints union all select size, root from log_state',
  )
  let forks = 0
  for (const { size, root } of heads.rows) {
    if (!root.equals(await rootOfHashes(hashes.slice(0, Number(size)), sha256))) forks++
  }
  return { leaves: rows.length, duplicated, gaps, forks }
}

/** What only a superuser can do: with the triggers off. */
export const rewrite = async (admin: pg.Pool, statement: string, values: unknown[] = []): Promise<void> => {
  const client = await admin.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(statement, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}
