/** The first letter of a mailbox; dashed for somebody who is not here yet. */
export const Letter = ({ of, dashed }: { readonly of: string; readonly dashed?: boolean }) => (
  <span className="letter" data-dashed={dashed ? '' : undefined} aria-hidden="true">
    {of.slice(0, 1).toUpperCase()}
  </span>
)
