/** In production the login itself must be unable to bypass row-level security: dropping to a role is not enough (O1). */
import type pg from 'pg'

export const refuseSuperuser = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ too_strong: boolean }>(
    'select rolsuper or rolbypassrls as too_strong from pg_roles where rolname = session_user',
  )
  if (rows[0]?.too_strong) {
    throw new Error(
      'The login of DATABASE_URL is a superuser or bypasses row-level security. Create a login with ' +
        '`create role countersign login in role countersign_app, countersign_system` and use it.',
    )
  }
}
