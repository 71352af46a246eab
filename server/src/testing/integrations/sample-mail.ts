import type { OutgoingMail } from '#integrations/outgoing-mail.ts'

export const SAMPLE_MAIL: OutgoingMail = {
  message_id: '<6c1f8a1e@portico.example>',
  date: new Date('2026-03-02T10:00:00.000Z'),
  from: { name: 'Portico', address: 'no-reply@portico.example' },
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
  headers: {},
}
