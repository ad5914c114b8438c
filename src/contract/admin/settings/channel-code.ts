import { z } from 'zod'

/** The channel of a record with amounts, which are in its currency. It is chosen once; an empty code is the default channel. */
export const ChannelCode = z.string().max(32).default('').meta({
  title: 'Channel',
  description: 'Amounts are in its currency. It cannot be changed later.',
  widget: 'channel',
})
