/** The only reader of the environment. */
import { profileFolder } from '@pursestrings/sdk/profile'
import { terminal } from './terminal.ts'

export interface Environment {
  readonly config_dir: string
  readonly profile: string | undefined
  readonly base_url: string | undefined
  readonly webhook_secret: string | undefined
  /** Speaks in place of a session, as a server does. */
  readonly merchant_key: string | undefined
  /** Of `npm run dev`, told with the same name that it is told with. */
  readonly site_dir: string | undefined
  /** A browser that is opened can be seen. */
  readonly has_display: boolean
  /** Where programs keep what is theirs, on Windows. */
  readonly app_data: string | undefined
}

/** A command in a text as its reader can type it: in a clone `pursestrings` is found by npx alone. */
export const asTyped = (text: string, env: NodeJS.ProcessEnv = terminal().env): string =>
  env['npm_command'] === 'exec' ? text.replaceAll(/(?<!npx )\bpursestrings (?=[a-z<-])/g, 'npx pursestrings ') : text

export const readEnvironment = (env: NodeJS.ProcessEnv = terminal().env): Environment => ({
  config_dir: profileFolder(env),
  profile: env['PURSESTRINGS_PROFILE'] || undefined,
  base_url: env['PURSESTRINGS_BASE_URL'] || undefined,
  merchant_key: env['PURSESTRINGS_MERCHANT_KEY'] || undefined,
  webhook_secret: env['PURSESTRINGS_WEBHOOK_SECRET'] || undefined,
  site_dir: env['DEV_SITE_DIR'] || undefined,
  has_display: process.platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']),
  app_data: env['APPDATA'] || undefined,
})
