/** Finds imports that the table of rooms does not allow, and what else a room must not reach for. */
import { posix } from 'node:path'
import {
  ENGINES,
  HOUSED,
  isTest,
  NOUNS,
  READS_ENVIRONMENT,
  ROOMS,
  type Room,
  roomOf,
  WITHOUT_ENVIRONMENT,
} from '../rooms.ts'
import { type Fault, type Import, importsOf, lineAt, readSource } from './source.ts'

export function importFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file)) continue
    const source = readSource(text)
    const room = roomOf(file)
    if (room === undefined && HOUSED.some((folder) => file.startsWith(folder))) {
      faults.push({ file, line: 1, text: 'is in no room: move it into one, or name it in scripts/rooms.ts' })
    }
    for (const one of importsOf(source)) {
      const fault = room && faultOf(one, file, room)
      if (fault !== undefined) faults.push({ file, line: one.line, text: `imports ${one.from}: ${fault}` })
    }
    faults.push(...reachFaults(file, source.code, room))
  }
  return faults
}

function faultOf({ from, typesOnly }: Import, file: string, room: Room): string | undefined {
  const relative = from.startsWith('.')
  if (relative && !/\.(tsx?|json|css|svg)$/.test(from)) return 'a relative import ends in .ts'
  const target = relative ? posix.join(posix.dirname(file), from) : workspaceFile(from)
  if (target === undefined) return packageFault(from, typesOnly, file, room)
  const there = roomOf(target)
  if (there === undefined) return target.startsWith('..') || !relative ? 'it is in no room' : undefined
  if (there.name === room.name) return undefined
  if (isTest(file)) return testFault(there, room)
  return roomFault(room, there, target, typesOnly)
}

function roomFault(room: Room, there: Room, target: string, typesOnly: boolean): string | undefined {
  if (NOUNS.includes(there.name) && NOUNS.includes(room.name)) {
    if (!room.may.includes(there.name))
      return `imports point backwards only, and ${there.name} comes after ${room.name}`
    const kind = /\.(store|routes|worker|test)\.ts$/.exec(target)?.[1]
    return kind && `${there.name}'s ${kind} is its own: import a verb file`
  }
  if (room.may.includes(there.name)) return undefined
  if (room.may.includes(`${there.name}/${posix.basename(target).replace(/\.tsx?$/, '')}`)) return undefined
  if (room.may.includes(`${there.name} (types)`)) {
    return typesOnly ? undefined : `${room.name} may import only types of ${there.name}`
  }
  return `${room.name} may not import ${there.name}`
}

/** A test of the server may build a whole world; tests elsewhere keep to their room's row. */
function testFault(there: Room, room: Room): string | undefined {
  if (room.at.startsWith('server/') && there.at.startsWith('server/')) return undefined
  return room.may.includes(there.name) ? undefined : `${room.name} may not import ${there.name}`
}

function packageFault(from: string, typesOnly: boolean, file: string, room: Room): string | undefined {
  if (isTest(file)) return undefined
  const named = (name: string) => from === name || from.startsWith(`${name}/`)
  if (room.packages && !room.packages.some(named)) return `${room.name} may import only ${room.packages.join(', ')}`
  if (NOUNS.includes(room.name) && !typesOnly && ENGINES.some(named)) return 'a noun reaches it through its room'
  return undefined
}

/** `@countersign/contract/ids` is packages/contract/src/ids.ts. */
function workspaceFile(from: string): string | undefined {
  const [, name, rest] = /^@countersign\/([^/]+)(?:\/(.*))?$/.exec(from) ?? []
  if (name === undefined) return undefined
  const at = name === 'server' ? 'server/' : `packages/${name}/`
  return ROOMS.some((room) => room.at.startsWith(at)) ? `${at}src/${rest ?? 'index'}.ts` : `../${name}`
}

function reachFaults(file: string, code: string, room: Room | undefined): Fault[] {
  if (isTest(file)) return []
  const faults: Fault[] = []
  const find = (pattern: RegExp, text: string) => {
    for (const match of code.matchAll(pattern)) faults.push({ file, line: lineAt(code, match.index), text })
  }
  if (file !== READS_ENVIRONMENT && WITHOUT_ENVIRONMENT.some((folder) => file.startsWith(folder))) {
    find(
      /\bprocess\s*\.\s*env\b|\bprocess\s*\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g,
      `only ${READS_ENVIRONMENT} reads the environment`,
    )
  }
  if (room && NOUNS.includes(room.name))
    find(/\bDate\.now\(|\bnew Date\(\s*\)/g, 'a noun is told the time, it does not look')
  return faults
}
