import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SETTINGS } from './settings.ts'

const folder = join(import.meta.dirname, '../../../deploy/kubernetes')
const files = readdirSync(folder)
const read = (file: string) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((one) => one.toJS())
const [settings] = read('settings.yaml')
const [secret] = read('secret.yaml')
const [deployment] = read('deployment.yaml')
const [container] = deployment.spec.template.spec.containers

test('every setting and secret of deploy/kubernetes exists, and none is in both', () => {
  const known = SETTINGS.map(String)
  const given = [...Object.keys(settings.data), ...Object.keys(secret.stringData)]
  expect(given.filter((name) => !known.includes(name))).toEqual([])
  expect(new Set(given).size).toBe(given.length)
})

test('every manifest is listed, and every name that one refers to is defined by another', () => {
  const [{ resources }] = read('kustomization.yaml')
  expect(resources.toSorted()).toEqual(files.filter((name) => name !== 'kustomization.yaml').toSorted())
  const [http, metrics] = read('service.yaml')
  const ports = new Set(container.ports.map(({ name }: { name: string }) => name))
  for (const { spec } of [http, metrics]) {
    expect(spec.selector).toEqual(deployment.spec.template.metadata.labels)
    for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort)
  }
  expect(container.envFrom).toEqual([
    { configMapRef: { name: settings.metadata.name } },
    { secretRef: { name: secret.metadata.name } },
  ])
  const { backend } = read('ingress.yaml')[0].spec.rules[0].http.paths[0]
  expect(backend.service).toEqual({ name: http.metadata.name, port: { name: http.spec.ports[0].name } })
  const [monitor] = read('monitor.yaml')
  expect(metrics.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels)
  expect(Object.keys(secret.stringData)).toContain(monitor.spec.endpoints[0].authorization.credentials.key)
  expect(container.ports).toContainEqual({ name: 'metrics', containerPort: Number(settings.data.METRICS_PORT) })
})

test('a pod has longer to stop than its server needs', () => {
  const [, stop_ms = ''] =
    /^const STOP_MS = ([\d_]+)$/m.exec(readFileSync(join(import.meta.dirname, '../start/start.ts'), 'utf8')) ?? []
  const needed_s = Number(stop_ms.replaceAll('_', '')) / 1000 + Number(settings.data.DRAIN_DELAY_S)
  expect(needed_s).toBeGreaterThan(25)
  expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed_s)
})
