/** What production asks for besides a database and keys. */
export const PRODUCTION = {
  BASE_URL: 'https://pay.example',
  DNS_SERVERS: '192.0.2.1,192.0.2.2',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Pay <no-reply@pay.example>',
}
