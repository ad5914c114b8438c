import type { Tx } from '#server/platform/kernel/context.ts'
import type { Markup } from '#server/platform/notify/escape-html.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { mailBlock, mailFoot, mailPage, mailText } from '#server/platform/notify/mail-page.ts'
import { defineMail, type Mail, textsOfMail } from '#server/platform/notify/mail-texts.ts'

export type SubmittedValue = { label: string; value: string }

type Submission = { id: number; form_name: string; values: readonly SubmittedValue[]; email: string | null }

/** Queues the mail that tells the store about a submission. */
export const queueStoreMail = (
  tx: Tx,
  look: MailLook,
  to: string,
  { id, form_name, values, email }: Submission,
) =>
  insert(tx, {
    kind: 'form_submission',
    to,
    ...mailOf(look, {
      subject: `${form_name}: message ${id}${email ? ` from ${email}` : ''}`,
      heading: form_name,
      lines: values.map(({ label, value }) => `${label}: ${value}`),
      parts: values.map(({ label, value }) => mailBlock(look, label, value.split('\n'))),
    }),
  })

/**
 * Queues the acknowledgement. It repeats nothing that was typed: the address may belong to a person who did not submit the form.
 */
export const queueAcknowledgement = (
  tx: Tx,
  look: MailLook,
  to: string,
  facts: { form_name: string; message: string },
) => insert(tx, { kind: 'form_acknowledgement', to, ...acknowledgementMail(look, facts) })

function acknowledgementMail(
  look: MailLook,
  { form_name, message }: { form_name: string; message: string },
): Mail {
  const { subject, heading, intro, closing } = textsOfMail(look, formAcknowledgement, {
    form: form_name,
    message,
  })
  const paragraphs = [...intro, ...closing]
  return mailOf(look, { subject, heading, lines: paragraphs, parts: paragraphs.map(mailText) })
}

export const formAcknowledgement = defineMail({
  name: 'form_acknowledgement',
  group: 'Messages',
  title: 'Message received',
  help: 'After a form that sends an acknowledgement. Each form has its own message.',
  placeholders: {
    form: { title: 'Name of the form', sample: 'Contact' },
    message: { title: 'The message of the form', sample: 'Thank you. We answer within one working day.' },
  },
  defaults: ({ form, message }) => ({
    subject: `We received your message: ${form}`,
    heading: 'We received your message',
    intro: message,
  }),
  sample: (look) =>
    acknowledgementMail(look, {
      form_name: 'Contact',
      message: 'Thank you. We answer within one working day.',
    }),
})

/** Queues the answer of staff. */
export const queueAnswer = (tx: Tx, look: MailLook, to: string, facts: { form_name: string; text: string }) =>
  insert(tx, { kind: 'form_answer', to, ...answerMail(look, facts) })

function answerMail(look: MailLook, { form_name, text }: { form_name: string; text: string }): Mail {
  const { subject, heading, closing } = textsOfMail(look, formAnswer, { form: form_name })
  return mailOf(look, {
    subject,
    heading,
    lines: [text, ...closing],
    parts: [mailBlock(look, form_name, text.split('\n')), ...closing.map(mailText)],
  })
}

export const formAnswer = defineMail({
  name: 'form_answer',
  group: 'Messages',
  title: 'Answer to a message',
  help: 'When you answer a message of a form. Your answer is the text.',
  placeholders: { form: { title: 'Name of the form', sample: 'Contact' } },
  fixed: ['intro'],
  defaults: ({ form }) => ({
    subject: `Our answer: ${form}`,
    heading: 'Our answer to your message',
    intro: '',
  }),
  sample: (look) =>
    answerMail(look, { form_name: 'Contact', text: 'Yes, the moon vase can be collected in our studio.' }),
})

type Content = { subject: string; heading: string; lines: readonly string[]; parts: readonly Markup[] }

const mailOf = (look: MailLook, { subject, heading, lines, parts }: Content): Mail => ({
  subject: subject.replace(/\s+/g, ' ').slice(0, 200),
  text: [heading, ...lines, mailFoot(look)].join('\n\n'),
  html: mailPage(look, { title: subject, preview: lines[0]?.slice(0, 120) ?? heading, heading, parts }),
})

const insert = (tx: Tx, { kind, to, ...mail }: Mail & { kind: string; to: string }) =>
  tx
    .insertInto('outbox')
    .values({ channel: 'mail', kind, recipient: to, ...mail })
    .execute()
