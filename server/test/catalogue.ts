/** What a database holds beside its tables: functions, views, triggers, policies and grants, as sorted lines. */
import type pg from 'pg'

const ACL = (acl: string, kind: string, owner: string): string =>
  `(select string_agg(concat(case grantee when 0 then 'public' else grantee::regrole::text end, ' ', privilege_type), ', '
    order by grantee, privilege_type) from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))))`

const LINES = `
  select concat('function ', pg_get_functiondef(p.oid), ' owner ', proowner::regrole, ' for ', ${ACL('proacl', 'f', 'proowner')})
    from pg_proc p where pronamespace = 'pursestrings'::regnamespace
  union all select concat('view ', relname, ' ', reloptions, ' ', pg_get_viewdef(oid))
    from pg_class where relnamespace = 'pursestrings'::regnamespace and relkind = 'v'
  union all select concat('trigger ', pg_get_triggerdef(t.oid), ' ', tgenabled)
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where relnamespace = 'pursestrings'::regnamespace and not tgisinternal
  union all select concat('policy ', p.*) from pg_policies p where schemaname = 'pursestrings'
  union all select concat('table ', relname, ' ', relrowsecurity, relforcerowsecurity, ' for ', ${ACL('relacl', 'r', 'relowner')})
    from pg_class where relnamespace = 'pursestrings'::regnamespace and relkind in ('r', 'p', 'v')
  union all select concat('column ', relname, '.', attname, ' for ', ${ACL('attacl', 'c', 'relowner')})
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where relnamespace = 'pursestrings'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
  union all select concat('schema for ', ${ACL('nspacl', 'n', 'nspowner')}) from pg_namespace where nspname = 'pursestrings'`

export const catalogueOf = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query<{ line: string }>(`select line from (${LINES}) lines (line) order by 1`)).rows.map(
    ({ line }) => line,
  )
