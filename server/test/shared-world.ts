/**
 * One service, with its database and mailbox, for the test files of a process that ask for nothing of their own. Each file has
 * organizations, wallets and mailboxes of its own in it; tenants see nothing of each other, here as anywhere. It ends with the
 * process, and its database is dropped with the run's others.
 *
 * Some keep a world of their own, though its settings are the usual ones:
 * - sign-in, sessions, invitation-events, agent-auth-standing and connect let time pass for every row of a table;
 * - one-time, projects and erase-person count or read every row, or every line of the log;
 * - agent-auth, devices-rotation, service-read, facts-keys and jobs start another process on their database;
 * - late-database, unavailable and grown-tables break the database, or leave it without statistics;
 * - whatever has a merchant's web: its names belong to one merchant at a time.
 */
import { startWorld, type World } from './world.ts'

let shared: Promise<World> | undefined

export const sharedWorld = (): Promise<World> => (shared ??= startWorld({ LOG_LEVEL: 'error' }))
