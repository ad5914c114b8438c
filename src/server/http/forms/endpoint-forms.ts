import type { FastifyInstance, FastifyRequest } from 'fastify'
import { replyMessages } from '#contract/envelope.ts'
import type { PostedState } from '#contract/form.ts'
import { endpointFormAction } from '#contract/posted-form.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { keepPosted } from '#server/content/forms/posted-form.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'
import type { FormReply } from '#server/platform/kernel/post-form.ts'
import { MAX_FILE_FORM_BYTES, type Texts } from './form-body.ts'
import type { FormAnswer, FormCalls } from './form-calls.ts'
import { formInput } from './form-input.ts'
import { bodyOf, firstErrors, redirectAfterPost } from './posted-forms.ts'

const LONGEST_KEPT = 10_000

type Context = { calls: FormCalls; services: Pick<Services, 'config' | 'db'> }

/**
 * A form for each endpoint with `takesForm`, those of plugins too. The page of the form (field `page`) shows the message, or the
 * entries with their errors. They are stored in the database, because a cookie has no room for a long text. ADR 0026.
 */
export function addEndpointForms(forms: FastifyInstance, { calls, services: { config, db } }: Context) {
  const isSecure = config.storeUrl.startsWith('https:')

  for (const operation of calls.operations.filter(({ endpoint }) => endpoint.takesForm))
    forms.post<{ Params: Record<string, string> }>(
      endpointFormAction(operation.path),
      { bodyLimit: MAX_FILE_FORM_BYTES },
      async (request, reply) => {
        const { page = '', ...texts } = bodyOf(request).texts
        const answered = await submit(operation, request, texts)
        const token = await keepPosted(db, stateOf(pathOf(request), texts, answered.reply))
        const target = new URL(targetOf(String(page), '/'), 'https://store.invalid')
        target.searchParams.set('posted', token)
        const location = `${target.pathname}${target.search}#posted`
        return redirectAfterPost(reply, answered, { location, isSecure })
      },
    )

  function submit(
    operation: Operation,
    request: FastifyRequest<{ Params: Record<string, string> }>,
    texts: Texts,
  ): Promise<FormAnswer> {
    const input = { ...formInput(operation.endpoint.input, texts), ...request.params }
    return calls.runInput(request, operation, input, bodyOf(request).files)
  }
}

const pathOf = ({ url }: Pick<FastifyRequest, 'url'>) => url.split('?')[0] ?? ''

function stateOf(action: string, texts: Texts, body: FormReply): PostedState {
  const is_sent = body.status === 'success'
  const errors = firstErrors(body.errors)
  const hasFieldErrors = Object.keys(errors).length > 0
  return {
    action,
    is_sent,
    values: is_sent ? {} : Object.fromEntries(Object.entries(texts).map(shortened)),
    errors,
    message: hasFieldErrors ? null : (body.message ?? replyMessages.server),
  }
}

const shortened = ([name, value]: [string, string | readonly string[]]): [string, string | string[]] => [
  name,
  typeof value === 'string' ? value.slice(0, LONGEST_KEPT) : value.slice(0, 50),
]
