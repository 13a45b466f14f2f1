/** Decides which platform an npm binary package is for, from its name alone. Used by complete-lock. */

export interface Platform {
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
