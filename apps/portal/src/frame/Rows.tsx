/** A list of things with how each stands. A first page shows it; nothing is drawn while there is nothing to list. */
import { Link } from 'react-router'
import { type Look, Status } from './Status.tsx'

export interface RowOf {
  readonly to: string
  readonly name: string
  readonly look: Look
  readonly note?: string
}

export const Rows = ({ rows = [] }: { readonly rows: readonly RowOf[] | undefined }) =>
  rows.length === 0 ? null : (
    <ul className="card rows">
      {rows.map(({ to, name, look, note }) => (
        <li key={to}>
          <span>
            <Link to={to}>{name}</Link>
            {note !== undefined && <span className="muted rows-note">{note}</span>}
          </span>
          <Status of={look} />
        </li>
      ))}
    </ul>
  )
