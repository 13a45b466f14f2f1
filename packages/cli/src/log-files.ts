/** The payee log from a terminal: the policy that was pinned, the files of the log, and files of one's own beside them. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type LogMirror, readPolicy } from '@pursestrings/sdk/verify'
import { wrongUsage } from './stop.ts'

type Bytes = Uint8Array<ArrayBuffer>

const TIMEOUT_MS = 10_000

export const fetched = async (url: string): Promise<Bytes | undefined> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
}

export const fetchedJson = async <T>(url: string): Promise<T | undefined> => {
  const bytes = await fetched(url)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T)
}

export const readPinned = async (file: string) => {
  if (!existsSync(file)) throw wrongUsage(`There is no file ${file}.`, 'Give the policy that you pinned.')
  const text = readFileSync(file, 'utf8')
  const policy = await readPolicy(text).catch((error: Error) => {
    throw wrongUsage(`${file} isn't a policy: ${error.message}.`, 'Get the policy again, and compare it.')
  })
  return { text, policy }
}

/** The address of the log that a policy names, and that of its service. */
export const addressOf = ({ policy }: Awaited<ReturnType<typeof readPinned>>) => {
  const url = policy.logs[0]?.url
  if (url === undefined) throw wrongUsage('The policy names no address of a log.', 'Add it behind the key of the log.')
  return { log: url, service: url.replace(/\/log$/, '') }
}

export const readJsonFile = (file: string): unknown =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined

/** All of it or nothing of it, and on disk when it returns. */
export const keepFile = (file: string, content: string | Uint8Array): void => {
  const opened = openSync(`${file}.new`, 'w', 0o600)
  try {
    writeSync(opened, typeof content === 'string' ? Buffer.from(content) : content)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  renameSync(`${file}.new`, file)
}

/** A copy of a log in a folder, as any web server can serve it. */
export const mirrorIn = (folder: string): LogMirror => ({
  read: async (path) => {
    const file = join(folder, path)
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined
  },
  write: async (path, bytes) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    keepFile(join(folder, path), bytes)
  },
  remove: async (path) => rmSync(join(folder, path), { force: true }),
})
