/**
 * Decides whether package-lock.json, and that of site/, install on every platform, and completes them when they do not.
 *
 * npm writes a lock with the optional binaries it could see on the machine that wrote it, then `npm ci` refuses that lock
 * because the other platforms' binaries are missing from it. Their entries follow from the package that asks for them:
 * the version it names, and the platform in their own name. Run it after every `npm install`; `--check` only looks.
 */
import { readFileSync, writeFileSync } from 'node:fs'

// Decides which platform an npm binary package is for, from its name alone. Used by complete-lock.

interface Platform {
  os?: string
  cpu?: string
  libc?: string
}

const OS: Record<string, string> = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win: 'win32',
  win32: 'win32',
  windows: 'win32',
}

const CPU = new Set([
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'universal',
  'wasm32',
  'x64',
])

const LIBC: Record<string, string> = {
  gnu: 'glibc',
  gnueabihf: 'glibc',
  musl: 'musl',
  musleabihf: 'musl',
  linuxmusl: 'musl',
}

/** Packages that exist for one platform and do not say so. */
const BY_NAME: Record<string, Platform> = { fsevents: { os: 'darwin' } }

export function platformOf(name: string): Platform | undefined {
  const known = BY_NAME[name]
  if (known) return known
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = words.map((word) => OS[word]).find((value) => value !== undefined)
  const cpu = words.find((word) => CPU.has(word))
  const libc = words.map((word) => LIBC[word]).find((value) => value !== undefined)
  if (os === undefined && cpu === undefined) return undefined
  return {
    ...(os !== undefined && { os }),
    ...(cpu !== undefined && cpu !== 'universal' && { cpu }),
    ...(libc !== undefined && { libc }),
  }
}

export interface LockEntry {
  version?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  dev?: boolean
  peer?: boolean
  devOptional?: boolean
  optional?: boolean
  integrity?: string
  link?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  [field: string]: unknown
}

export interface Lock {
  packages: Record<string, LockEntry>
  [field: string]: unknown
}

interface Completion {
  lock: Lock
  added: string[]
  /** Addresses taken out: a lock that names a registry installs from nowhere else. */
  addresses: string[]
  /** Optional packages whose name tells no platform; a person has to decide those. */
  unknown: string[]
}

export function completeLock(lock: Lock): Completion {
  const packages: Record<string, LockEntry> = {}
  const addresses: string[] = []
  for (const [at, entry] of Object.entries(lock.packages)) {
    const { resolved, ...rest } = entry
    const remote = resolved !== undefined && resolved.includes('://')
    if (remote) addresses.push(at)
    packages[at] = remote ? rest : entry
  }
  const added: string[] = []
  const unknown: string[] = []
  for (const [at, parent] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      const place = placeFor(packages, at, name, range)
      if (place === undefined) continue
      const platform = platformOf(name)
      if (platform === undefined) {
        unknown.push(`${name} (wanted by ${at || 'the workspace'})`)
        continue
      }
      packages[place] = entryFor(parent, lowestVersion(range), platform)
      added.push(place)
    }
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, added, addresses, unknown }
}

/**
 * Packages that would be installed unchecked. An entry written from its name alone has no integrity; that is allowed only
 * for a binary that development may do without and that the platform of CI and of production never installs.
 */
export function uncheckedPackages({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([at, entry]) => {
    const installed = at.includes('node_modules/') && entry.link !== true
    const elsewhere = entry.dev === true && entry.optional === true && !servesLinuxX64(entry)
    return installed && entry.integrity === undefined && !elsewhere ? [at] : []
  })
}

/** With glibc, as in Debian. */
function servesLinuxX64({ os, cpu, libc }: LockEntry): boolean {
  return [os?.includes('linux'), cpu?.includes('x64'), libc?.includes('glibc')].every((fits) => fits !== false)
}

/** Where the entry has to go, or undefined when the lock already has one that serves. */
function placeFor(packages: Record<string, LockEntry>, at: string, name: string, range: string): string | undefined {
  const exact = /^\d/.test(range)
  const candidates = lookupPath(at, name)
  for (const key of candidates) {
    const found = packages[key]
    if (found === undefined) continue
    if (!exact || found.version === range) return undefined
    return candidates[0]
  }
  return `node_modules/${name}`
}

/** Node's own lookup: the package's own node_modules first, then each one above it. */
function lookupPath(at: string, name: string): string[] {
  const keys: string[] = []
  let folder = at
  for (;;) {
    keys.push(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`)
    if (folder === '') return keys
    const above = folder.lastIndexOf('/node_modules/')
    folder = above === -1 ? '' : folder.slice(0, above)
  }
}

function lowestVersion(range: string): string {
  return range.replace(/^[\^~>=\s]+/, '').split(' ')[0] ?? range
}

/** Fields in npm's own order, so that its next write changes nothing here. */
function entryFor(parent: LockEntry, version: string, platform: NonNullable<ReturnType<typeof platformOf>>): LockEntry {
  return {
    version,
    ...(platform.cpu && { cpu: [platform.cpu] }),
    ...(parent.dev && { dev: true }),
    ...(parent.devOptional && { devOptional: true }),
    ...(platform.libc && { libc: [platform.libc] }),
    optional: true,
    ...(platform.os && { os: [platform.os] }),
    ...(parent.peer && { peer: true }),
  }
}

const LOCKS = ['package-lock.json', 'site/package-lock.json']

function keep(name: string, check: boolean): void {
  const file = new URL(`../../${name}`, import.meta.url)
  const before = readFileSync(file, 'utf8')
  const parsed: Lock = JSON.parse(before)
  const { lock, added, addresses, unknown } = completeLock(parsed)
  const unchecked = uncheckedPackages(lock)
  for (const one of unknown) console.error(`${name}: no entry for ${one}, and its name tells no platform`)
  for (const at of unchecked)
    console.error(`${name}: ${at} has no integrity; let npm write its entry where the registry serves it`)
  if (check) {
    for (const at of added) console.error(`${name}: missing ${at}`)
    for (const at of addresses) console.error(`${name}: ${at} names a registry`)
    if (added.length > 0 || addresses.length > 0) console.error('complete it with: node tools/check/complete-lock.ts')
  } else {
    const after = `${JSON.stringify(lock, null, 2)}\n`
    if (after !== before) writeFileSync(file, after)
    console.log(`${name}: added ${added.length} entries, took out ${addresses.length} addresses`)
  }
  if (unknown.length + unchecked.length > 0 || (check && added.length + addresses.length > 0)) process.exitCode = 1
}

if (import.meta.main) for (const name of LOCKS) keep(name, process.argv.includes('--check'))
