/** What the fault run of the payee log stands on: sequencers to kill, the tree counted again, and a rogue's pen. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { leafHash, rootOfHashes } from '@pursestrings/protocol/log/merkle-tree'
import { auditExport, verifyAudit, verifyAuditProof } from '@pursestrings/sdk/verify'
import type pg from 'pg'
import { sha256 } from '../../server/src/transparency/log/read-log-key.ts'
import { newOperator } from '../../server/test/operator.ts'
import { until } from '../../server/test/until.ts'
import { startWorld } from '../../server/test/world.ts'

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

// A rogue with the database edits an organization's audit log behind its last head in the payee log, in every table that it
// lies in; also such that all hashes fit again and the service signs them. A member who saves the log, or asks for the proof of
// one event, must notice each.

/** As many as an organization may have projects. */
const EVENTS = 20
const TABLES = ['audit_events', 'audit_leaves', 'audit_state', 'audit_heads'] as const
/** What an event says, each in another way than it was. */
const MEMBERS = [
  `action = 'member.removed'`,
  `actor = 'operator:nobody'`,
  `target = target || '1'`,
  `details = details || '{"more": 1}'`,
  `occurred_at = occurred_at - interval '1 second'`,
]

/** The kinds that were missed: none, if all is well. */
export const editAudit = async (
  settings: Readonly<Record<string, string>>,
  edits: number,
): Promise<{ readonly events: number; readonly missed: string[] }> => {
  const key = () => randomBytes(32).toString('base64url')
  const world = await startWorld({ ...settings, LOG_KEY: key(), RECEIPT_KEYS: `r-1:${key()}`, LOG_LEVEL: 'error' })
  const { admin } = world.database
  const operator = await newOperator(world)
  const read = async (path: string) => (await operator.call('GET', `/v1/audit-events/${path}`)).json
  for (let n = 0; n < EVENTS; n++) {
    const { status } = await operator.call('POST', '/v1/projects', { body: { name: `Project ${n}` } })
    if (status !== 201) throw new Error(`a project was answered with ${status}`)
  }
  await until(async () => (await read('head')).size >= EVENTS, 60_000)
  await admin.query('select log_audit_heads(0, 100)')
  await until(async () => (await read('head')).logged.length === 1, 60_000)
  const policy = await (await fetch(`${world.url}/.well-known/svc-log-policy.txt`)).text()
  const { size, merchant_id: mine } = await read('head')
  const merchant_id = uuidOf('mer', mine)
  const ids: string[] = (await read('entries')).entries.map((entry: string) => JSON.parse(entry).audit_event_id)

  const isProven = async (id: string): Promise<boolean> => {
    const { proof } = await read(`${id}/proof`)
    return proof !== undefined && (await verifyAuditProof(proof, policy)).level === 'on_record'
  }
  /**
   * Whether the log, saved whole, or the proof of this event or of the one beside it shows that something is wrong: the hash of
   * an event is what its neighbour is proven with.
   */
  const isNoticed = async (id: string): Promise<boolean> => {
    const [{ entries }, head] = [await read('entries'), await read('head')]
    if (entries === undefined || head.logged === undefined) return true
    const whole = await verifyAudit(auditExport(entries, head), policy)
    if (whole.level !== 'on_record' || !(await isProven(id))) return true
    const beside = ids[ids.indexOf(id) ^ 1]
    return beside !== undefined && !(await isProven(beside))
  }
  /** All hashes over what is there now, as if it had always been so. */
  const hashAgain = async (): Promise<void> => {
    const entries: string[] = (await read('entries')).entries
    const leaves = await Promise.all(entries.map((entry) => leafHash(utf8Of(entry), sha256)))
    const values = [
      merchant_id,
      leaves.map((leaf) => Buffer.from(leaf)),
      Buffer.from(await rootOfHashes(leaves, sha256)),
    ]
    await rewrite(
      admin,
      `with l as (update audit_leaves l set leaf_hash = n.leaf from unnest($2::bytea[]) with ordinality n (leaf, place)
        where l.merchant_id = $1 and l.audit_index = n.place - 1)
      update audit_state set root = $3 where merchant_id = $1`,
      values,
    )
  }
  const event = (id: string) => [merchant_id, uuidOf('aud', id)]
  const changed = (id: string) => {
    const member = MEMBERS[randomInt(MEMBERS.length)] as string
    return rewrite(admin, `update audit_events set ${member} where merchant_id = $1 and audit_event_id = $2`, event(id))
  }
  const kinds: readonly (readonly [kind: string, edit: (id: string) => Promise<unknown>])[] = [
    ['event', changed],
    ['event, hashed again', (id) => changed(id).then(hashAgain)],
    [
      'event removed',
      (id) => rewrite(admin, 'delete from audit_events where merchant_id = $1 and audit_event_id = $2', event(id)),
    ],
    [
      'places swapped, hashed again',
      (id) =>
        rewrite(
          admin,
          `update audit_leaves l set audit_event_id = o.audit_event_id from audit_leaves o where l.merchant_id = $1
            and o.merchant_id = $1 and (l.audit_event_id = $2 or o.audit_event_id = $2)
            and abs(l.audit_index - o.audit_index) = ${randomInt(1, EVENTS / 2)}`,
          event(id),
        ).then(hashAgain),
    ],
    [
      'leaf',
      (id) =>
        rewrite(admin, 'update audit_leaves set leaf_hash = $3 where merchant_id = $1 and audit_event_id = $2', [
          ...event(id),
          randomBytes(32),
        ]),
    ],
    [
      'root',
      () => rewrite(admin, 'update audit_state set root = $2 where merchant_id = $1', [merchant_id, randomBytes(32)]),
    ],
    ['head', () => rewrite(admin, `update audit_heads set document = replace(document, '"size":', '"size":1')`)],
    ['salt of a head', () => rewrite(admin, 'update audit_heads set salt = $1', [randomBytes(32)])],
    ['head removed', () => rewrite(admin, 'delete from audit_heads')],
  ]
  // A superuser is not held up by this either.
  await admin.query('alter table audit_leaves drop constraint audit_leaves_merchant_id_audit_event_id_key')
  for (const table of TABLES) await admin.query(`create table kept_${table} as table ${table}`)
  const missed: string[] = []
  for (let n = 0; n < edits; n++) {
    const [kind, edit] = kinds[n % kinds.length] as (typeof kinds)[number]
    // The last may stand alone, without a neighbour.
    const id = ids[randomInt(Number(size) - 1)] as string
    await edit(id)
    if (!(await isNoticed(id))) missed.push(`${kind} ${id}`)
    for (const table of TABLES)
      await rewrite(admin, `delete from ${table}; insert into ${table} select * from kept_${table}`)
  }
  // Every event is as it was, so whatever was noticed was noticed for its edit.
  for (const id of ids.slice(0, 3)) if (await isNoticed(id)) missed.push(`nothing was edited, and ${id} is said to be`)
  await world.stop()
  return { events: Number(size), missed }
}
