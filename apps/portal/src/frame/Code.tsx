import { Copy } from './Copy.tsx'

/** A command to run as it stands. */
export const Code = ({ text }: { readonly text: string }) => (
  <div className="code">
    <code>{text}</code>
    <Copy value={text} what={text} />
  </div>
)
