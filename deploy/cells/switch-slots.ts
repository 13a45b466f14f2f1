/** Tells `cells.json`, the map of slots and every running router in which cell slots are from now on. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { CellsError, readCells, slotText, withSlotsIn } from './cells.ts'
import { slotMap } from './router.ts'

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
