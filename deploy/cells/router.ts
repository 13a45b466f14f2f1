/**
 * Makes an HAProxy file and a map of slots from `cells.json`. A router reads nothing but the slot: in the credential, and
 * only without one in the path's id. Experimental, and made for HAProxy 2.6 or later.
 *
 *   node deploy/cells/router.ts cells.json /etc/haproxy/pursestrings 0.0.0.0:8080 [/run/haproxy/pursestrings.sock]
 *
 * writes `haproxy.cfg` and `slots.map` into the folder. Through the socket a slot can be moved without a restart.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Cell, CellsError, readCells, slotMapOf, slotText, withSlotsIn } from './cells.ts'

const SESSION_COOKIE = '__Host-svc_session'

const UNKNOWN_SLOT = JSON.stringify({
  ok: false,
  error: { code: 'slot_unknown', message: 'No cell here has this slot.' },
})

/** One line for each slot that has a cell. */
export const slotMap = (cells: readonly Cell[]): string =>
  [...slotMapOf(cells)]
    .toSorted(([a], [b]) => a - b)
    .map(([slot, cell]) => `${slotText(slot)} ${cell}\n`)
    .join('')

export interface RouterInput {
  readonly cells: readonly Cell[]
  /** Where the map will be. */
  readonly map_file: string
  /** `host:port` to listen at. */
  readonly bind: string
  /** A path: `move-slot.ts` tells a running router through it where a slot is. None by default. */
  readonly socket?: string | undefined
}

/**
 * Pages, keys and registrations, which belong to no slot, are the first cell's. So is what has no form that is known here: a cell
 * says what is wrong with it, in the words that clients know.
 */
export const haproxyFile = ({ cells, map_file, bind, socket }: RouterInput): string => {
  const [home] = cells
  if (!home) throw new CellsError('there is no cell')
  if ([map_file, bind, socket ?? ''].some((one) => /[\s'"\\#]/.test(one)))
    throw new CellsError('a path or an address has a space or a quote')
  return `# Made from cells.json: change that file, not this one.
global
  # A whole body has to fit: 64 KiB and its head.
  tune.bufsize 98304
${socket === undefined ? '' : `  stats socket ${socket} mode 600 level admin\n`}
defaults
  mode http
  timeout connect 2s
  timeout client 120s
  timeout server 120s
  timeout http-request 10s
  option http-keep-alive
  http-reuse safe
  retries 0

frontend pursestrings
  bind ${bind}
  acl has_bearer req.hdr(authorization) -m found
  acl has_key req.hdr(x-svc-api-key) -m found
  acl has_cookie req.cook(${SESSION_COOKIE}) -m found
  acl has_query urlp(token) -m found
  acl in_header var(txn.given) -m found
  http-request set-var(txn.given) req.hdr(authorization),word(2,\\ ) if has_bearer
  http-request set-var(txn.given) req.hdr(x-svc-api-key) if has_key !in_header
  http-request set-var(txn.given) req.cook(${SESSION_COOKIE}) if has_cookie !in_header
  http-request set-var(txn.given) urlp(token) if has_query !in_header
  # The rest can only be in a body.
  http-request wait-for-body time 10s if !in_header METH_POST
  http-request wait-for-body time 10s if !in_header { method PATCH DELETE }
  http-request set-var(txn.token) req.body,json_query('$.token') if !in_header { req.body_len gt 0 }
  http-request set-var(txn.given) var(txn.token) if !in_header { var(txn.token) -m len gt 0 }
  http-request set-var(txn.assertion) req.body,json_query('$.assertion') if !in_header { req.body_len gt 0 }
  http-request set-var(txn.iss) var(txn.assertion),jwt_payload_query('$.iss') if !in_header { var(txn.assertion) -m len gt 0 }
  # A Connect Key begins with the slot of its wallet, however it was typed.
  http-request set-var(txn.key) req.body,json_query('$.connect_key'),lower,regsub(o,0,g),regsub([il],1,g) if !in_header { req.body_len gt 0 }
  acl has_connect_key var(txn.key) -m reg ^[0-9a-hjkmnp-tv-z]{3}
  acl given var(txn.given) -m found
  acl has_iss var(txn.iss) -m found
  http-request set-var(txn.slot) var(txn.given),field(3,_) if given { var(txn.given) -m beg svc_ }
  http-request set-var(txn.slot) var(txn.iss),field(2,_),bytes(23,3) if !given has_iss
  http-request set-var(txn.slot) var(txn.key),bytes(0,3) if !given !has_iss has_connect_key
  # Without any credential, the first id in the path.
  http-request set-var(txn.slot) path,field(4,/),field(2,_),bytes(23,3) if !given !has_iss !has_connect_key
  acl has_slot var(txn.slot) -m len 3
  http-request set-var(txn.cell) var(txn.slot),map(${map_file}) if has_slot
  http-request return status 421 content-type application/json string '${UNKNOWN_SLOT}' if has_slot !{ var(txn.cell) -m found }
  http-request set-var(txn.cell) str(${home.name}) if !has_slot
  use_backend cell_%[var(txn.cell)]

${cells
  .map(
    ({ name, servers }) => `backend cell_${name}
  balance roundrobin
  option httpchk GET /ready
  default-server check inter 1s fall 2 rise 1
${servers.map((server, n) => `  server ${name}-${n + 1} ${server}`).join('\n')}
`,
  )
  .join('\n')}`
}

if (import.meta.main) {
  const [cells_file, folder, bind, socket] = process.argv.slice(2)
  if (cells_file === undefined || folder === undefined || bind === undefined) {
    console.error('node deploy/cells/router.ts cells.json <folder> <host:port> [<socket>]')
    process.exit(2)
  }
  const cells = readCells(readFileSync(cells_file, 'utf8'))
  const map_file = resolve(folder, 'slots.map')
  mkdirSync(folder, { recursive: true })
  writeFileSync(map_file, slotMap(cells))
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyFile({ cells, map_file, bind, socket }))
}

// Tells `cells.json`, the map of slots and every running router in which cell slots are from now on.

export interface Routing {
  readonly cells_file: string
  /** As `router.ts` wrote it. */
  readonly map_file: string
  /** Of each running router. */
  readonly sockets: readonly string[]
}

/** Whole or not at all. */
export const writeWhole = (path: string, content: string): void => {
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}

/** HAProxy says nothing where it has done what it was told. */
const tell = async (socket: string, command: string): Promise<void> => {
  const router = connect(socket)
  router.end(`${command}\n`)
  const answer = (await text(router)).trim()
  if (answer !== '') throw new CellsError(`the router at ${socket} says: ${answer}`)
}

/** The files first: a router that starts meanwhile reads them. */
export const switchSlots = async (routing: Routing, slots: readonly number[], to: string): Promise<void> => {
  const { cells_file, map_file, sockets } = routing
  const cells = withSlotsIn(readCells(readFileSync(cells_file, 'utf8')), slots, to)
  writeWhole(cells_file, `${JSON.stringify({ cells }, undefined, 2)}\n`)
  writeWhole(map_file, slotMap(cells))
  for (const socket of sockets)
    for (const slot of slots) await tell(socket, `set map ${map_file} ${slotText(slot)} ${to}`)
}
