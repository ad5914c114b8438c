import { defineJob } from '#server/platform/jobs/job.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { Job, JobContext, JobSchedule } from '#server/platform/kernel/job.ts'
import type { AnyPluginDefinition } from '#server/platform/kernel/plugin.ts'

type PluginJobDefinition<Payload> = {
  /** Kebab-case, without the plugin's name. */
  name: string
  schedule?: JobSchedule<Services>
  maxAttempts?: number
  run(payload: Payload, context: JobContext<Services>): Promise<void>
}

/**
 * Defines a job of a plugin, named `<plugin>.<job>`. It is neither scheduled nor run while the plugin is inactive.
 * `run` must be safe to repeat. Read the configuration with `pluginConfig(context, plugin)`, and enqueue a run with
 * `enqueue(tx, job, payload)`.
 *
 * @throws Error when the name or the schedule is invalid.
 */
export function definePluginJob<Payload = Record<string, never>>(
  { module_name }: Pick<AnyPluginDefinition, 'module_name'>,
  { name, ...definition }: PluginJobDefinition<Payload>,
): Job<Services, Payload> {
  return defineJob<Services, Payload>({
    ...definition,
    name: `${kebabCase(module_name)}.${name}`,
    isActive: ({ plugins }) => plugins.isActive(module_name),
  })
}

/** `SizeGuide` gives `size-guide`, `SMSLogin` gives `sms-login`. */
export const kebabCase = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
