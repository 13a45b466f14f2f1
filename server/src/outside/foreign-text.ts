// Decides how a stranger's words (a TXT value, a certificate's names, a peer's reason) may appear in our own messages:
// short and in printable ASCII, so that they cannot fill a log or re-order a line on a screen (contract.md section 1,
// "Text for people").

export function foreignText(text: string, chars_max = 160): string {
  const plain = text.replace(/[^ -~]+/g, '?')
  return plain.length > chars_max ? `${plain.slice(0, chars_max)}…` : plain
}
