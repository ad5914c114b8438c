import type { FastifyRequest } from 'fastify'
import type { Services, Visitor } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import type { CallReply, Operation, Pipeline } from '#server/platform/kernel/pipeline.ts'
import { FormReply } from '#server/platform/kernel/post-form.ts'
import type { CallLimits } from '#server/platform/limits/call-limits.ts'
import { readVisitor } from '#server/platform/sessions/session.ts'
import { refusalReply } from '../as-shop-error.ts'
import { codeOf, noteRefusal } from '../note-refusal.ts'
import type { FormBody, Texts } from './form-body.ts'
import { formInput } from './form-input.ts'

type Input = Record<string, unknown>
/** `group.name` of an endpoint. */
export type CallName = `${string}.${string}`

export type FormCalls = {
  operations: readonly Operation[]
  find(call: CallName): Operation | undefined
  /** @throws for an endpoint that does not exist. */
  require(call: CallName): Operation
  /** Runs an endpoint with the texts of a form, converted by its schema. */
  run(request: FastifyRequest, call: CallName, texts: Texts): Promise<FormAnswer>
  runInput(
    request: FastifyRequest,
    operation: Operation,
    input: Input,
    files?: FormBody['files'],
  ): Promise<FormAnswer>
}

/** `reply`: its body, as far as forms read it. */
export type FormAnswer = CallReply & { reply: FormReply }

/** Runs endpoints for forms through the limits and the pipeline of the API. ADR 0026. */
export function createFormCalls(
  pipeline: Pipeline,
  services: Pick<Services, 'config' | 'db' | 'refusals'>,
  limits: Pick<CallLimits, 'require'>,
): FormCalls {
  const { operations } = pipeline
  const byName = new Map(operations.map((found) => [`${found.group}.${found.name}`, found]))

  async function runInput(
    request: FastifyRequest,
    operation: Operation,
    input: Input,
    files: FormBody['files'] = [],
  ): Promise<FormAnswer> {
    const visitor = await readVisitor(services, request)
    const answered = await answer(request, operation, { input, visitor, files })
    if (answered.httpStatus >= 400) {
      const call = `${operation.group}.${operation.name}`
      await noteRefusal(services.refusals, request, { call, visitor, code: codeOf(answered) })
    }
    return { ...answered, reply: FormReply.parse(answered.body) }
  }

  async function answer(
    request: FastifyRequest,
    operation: Operation,
    { input, visitor, files }: { input: Input; visitor: Visitor; files: FormBody['files'] },
  ): Promise<CallReply> {
    try {
      await limits.require(operation, visitor)
    } catch (thrown) {
      if (thrown instanceof ShopError) return refusalReply(thrown)
      throw thrown
    }
    const { group, name } = operation
    const uploads = files.length > 0 ? files : undefined
    return pipeline.run({ group, name, input, visitor, requestId: request.id, uploads })
  }

  function requireOperation(call: CallName): Operation {
    const operation = byName.get(call)
    if (!operation) throw new Error(`A form calls an unknown endpoint: ${call}`)
    return operation
  }

  return {
    operations,
    find: (call) => byName.get(call),
    require: requireOperation,
    run(request, call, texts) {
      const operation = requireOperation(call)
      return runInput(request, operation, formInput(operation.endpoint.input, texts))
    },
    runInput,
  }
}
