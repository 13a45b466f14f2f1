/** The mover as a process of its own, led step by step and killed without a warning; and probes that ask both cells directly. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { call } from '../../server/test/call.ts'
import type { Router, RunningCell } from './cells-ground.ts'

const MOVER = fileURLToPath(new URL('../../deploy/cells/move-slot.ts', import.meta.url))

export interface Moving {
  readonly from: RunningCell
  readonly to: RunningCell
  readonly router: Router
  readonly slots: readonly string[]
  readonly record: string
  readonly more?: readonly string[]
}

interface Said {
  readonly step: string
  readonly at_ms: number
  readonly frozen_ms?: number
  readonly why?: string
}

export interface Led {
  readonly said: readonly Said[]
  readonly killed: boolean
}

/** Goes through the steps; `lead` is asked at each, before it is done, and may say "kill". */
export const runMover = async (
  { from, to, router, slots, record, more = [] }: Moving,
  lead: (step: Said) => Promise<'go on' | 'kill' | { readonly kill_after_ms: number }> = async () => 'go on',
): Promise<Led> => {
  const files = ['--cells', router.cells_file, '--map', router.map_file, '--router', router.socket, '--record', record]
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [MOVER, ...files, '--slots', slots.join(','), '--to', to.name, '--ask', ...more],
    { env: { PATH: process.env.PATH, FROM_DATABASE_URL: from.database_url, TO_DATABASE_URL: to.database_url } },
  )
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  child.stdin.on('error', () => {})
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const said: Said[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const step = JSON.parse(line) as Said
    said.push(step)
    const next = await lead(step)
    if (next === 'kill') child.kill('SIGKILL')
    else child.stdin.write('\n')
    if (typeof next === 'object') {
      await pause(next.kill_after_ms)
      child.kill('SIGKILL')
    }
  }
  const [code, signal] = await exited
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the mover ended with ${code}: ${errors}`)
  return { said, killed: signal === 'SIGKILL' }
}

interface Served {
  readonly cell: string
  readonly began: number
  readonly ended: number
}

export interface Probes {
  stop(): Promise<void>
  /** How often one cell served what another had served before: never, if only one of them serves at any moment. */
  turnedBack(order: readonly string[]): number
  /** Answers by cell and status. */
  readonly answers: Readonly<Record<string, number>>
}

/** Asks both cells, past the router, with a token of the slot that moves: a look and a create in turns. */
export const startProbes = (
  cells: readonly RunningCell[],
  { asking }: RunningCell,
  keyOf: (n: number) => string,
): Probes => {
  const served: Served[] = []
  const answers: Record<string, number> = {}
  const watching = { on: true }
  const headers = { authorization: `Bearer ${asking.connection_token}` }
  const { recipient_id, recipient_version_id } = asking.payee
  const body = (n: number) => ({
    recipient_id,
    recipient_version_id,
    payment: { amount: '12.5' },
    policy: { requires_user_approval: true },
    idempotency_key: keyOf(n),
  })
  const watch = async ({ name, url }: RunningCell) => {
    for (let n = 0; watching.on; n++) {
      const began = performance.now()
      const answer = await (n % 8 === 0
        ? call(url, 'POST', '/v1/payment-requests', { headers, body: body(n) })
        : call(url, 'GET', '/v1/payment-requests/events?since=0&limit=1', { headers })
      ).catch(() => undefined)
      const status = answer?.status ?? 0
      answers[`${name} ${status}`] = (answers[`${name} ${status}`] ?? 0) + 1
      if (status < 300) served.push({ cell: name, began, ended: performance.now() })
      await pause(15)
    }
  }
  const watched = cells.map(watch)
  return {
    answers,
    async stop() {
      watching.on = false
      await Promise.all(watched)
    },
    turnedBack([first, then]) {
      const opened = Math.min(...served.filter(({ cell }) => cell === then).map(({ ended }) => ended))
      return served.filter(({ cell, began }) => cell === first && began > opened).length
    },
  }
}

/** Tables whose frozen rows somebody can still change or delete, by role; `none` is a superuser. All is rolled back. */
export const changeable = async (
  pool: pg.Pool,
  slots: readonly number[],
): Promise<{ tried: number; open: string[] }> => {
  const { rows: tables } = await pool.query<{ name: string; key: string }>(
    `select c.relname as name,
       coalesce(min(a.attname::text) filter (where a.attname = 'merchant_id'), 'device_id') as key
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid
     where t.tgname ~ '^moving_...$' group by 1 order by 1`,
  )
  const open: string[] = []
  let tried = 0
  for (const { name, key } of tables) {
    for (const role of ['none', 'pursestrings_app', 'pursestrings_worker']) {
      const which = `where slot_of(${key}) = any ('{${slots.join(', ')}}')`
      for (const change of [`update ${name} set ${key} = ${key} ${which}`, `delete from ${name} ${which}`]) {
        const client = await pool.connect()
        await client.query(`begin; set local role ${role}`)
        // What is refused is refused; what is left out changes no row.
        const changed = await client.query(change).catch(() => undefined)
        await client.query('rollback')
        client.release()
        tried++
        if ((changed?.rowCount ?? 0) > 0) open.push(`${name} as ${role}: ${change}`)
      }
    }
  }
  return { tried, open }
}
