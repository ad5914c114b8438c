import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { project } from '#harness/run-shop.ts'
import { readConfig } from '#server/platform/config/config.ts'

const folder = join(project, 'deploy/kubernetes')
const kinds = [
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
]

const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
const documents = (kustomization.resources as string[]).flatMap((file) =>
  parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => ({
    file,
    json: document.toJS(),
  })),
)
const podOf = (name: string) =>
  documents.find(({ json }) => json.metadata.name === name && json.spec?.template)?.json.spec.template.spec

test.each(documents.map(({ file, json }) => [`${file}, ${json.kind}`, json] as const))(
  '%s has the schema of its kind',
  (_name, json) => {
    const model = kinds.find((kind) => kind.apiVersion === json.apiVersion && kind.kind === json.kind)
    if (!model) throw new Error(`There is no schema for ${json.apiVersion} ${json.kind}`)
    expect(() => new model(json).validate()).not.toThrow()
    const wrong = structuredClone(json)
    wrong.metadata.labels = { wrong: 1 }
    expect(() => new model(wrong).validate(), 'a label that is no text').toThrow()
  },
)

test('every file is a resource of the kustomization', () => {
  const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
  expect(files.toSorted()).toEqual(kustomization.resources.toSorted())
})

test('the pods have settings that the shop accepts, with each secret in a file that is mounted', () => {
  const mounted = mkdtempSync(join(tmpdir(), 'vitrine-secrets-'))
  const [{ literals }] = kustomization.configMapGenerator as [{ literals: string[] }]
  const given = Object.fromEntries(literals.map((line) => line.split(/=(.*)/s).slice(0, 2))) as Record<
    string,
    string
  >
  const secrets = Object.entries(given).filter(([name]) => name.endsWith('_FILE'))
  for (const [name, path] of secrets) {
    const value = name.startsWith('DATABASE')
      ? 'postgres://shop:secret@db/shop'
      : 'k3Jx9mQ2vLpR8sTz4wYb7cNd1fGh6jKa'
    given[name] = join(mounted, basename(path))
    writeFileSync(given[name], name.includes('PEPPER') ? `p${value}` : value)
  }
  for (const role of ['web', 'worker']) {
    const [shop] = podOf(role).containers
    const config = readConfig({ ...given, ROLE: shop.env[0].value }, mounted, [])
    expect(config).toMatchObject({ role, databaseUrl: 'postgres://shop:secret@db/shop', mode: 'production' })
  }
  for (const name of ['web', 'worker', 'migrate']) {
    const [{ volumeMounts }] = podOf(name).containers
    for (const [, path] of secrets)
      expect(
        volumeMounts.some(({ mountPath }: { mountPath: string }) => path.startsWith(`${mountPath}/`)),
      ).toBe(true)
  }
  rmSync(mounted, { recursive: true })
})
