/** `pursestrings-server admin`, run in this process. */
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import type { World } from './world.ts'

export const asOperator = (world: World, ...words: string[]): Promise<string> =>
  runAdmin(readConfig(world.settings), words)
