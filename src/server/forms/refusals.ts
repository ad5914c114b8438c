import { notFound, rejected } from '../kernel/errors.ts'

export const formNotFound = () => notFound('Form not found')

export const messageNotFound = () => notFound('Message not found')

export const noSenderAddress = () =>
  rejected('NO_MAIL_ADDRESS', 'The sender left no e-mail address. Mark the message as answered instead')
