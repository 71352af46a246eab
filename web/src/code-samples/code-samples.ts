import { curlLines, headerLines, JSON_TYPE, otherMethod, type SampleParts, SECRET } from './curl.ts'
import { csharpHeader, fileTemplates, goHeader, pythonSend, rubyHeader, scriptHeader } from './file-samples.ts'
import { javaLines } from './java-sample.ts'
import { indented, inPhp, inScript, oneLine } from './literals.ts'

export const SAMPLE_LANGUAGES = ['curl', 'node', 'typescript', 'python', 'php', 'csharp', 'go', 'java', 'ruby'] as const
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

/** The names they go by, in every language. */
export const SAMPLE_NAMES: Record<SampleLanguage, string> = {
  curl: 'cURL',
  node: 'Node.js',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
  go: 'Go',
  java: 'Java',
  ruby: 'Ruby',
}

/**
 * Each one runs unchanged, with nothing to install beside the language itself, and shows the reply of a refused call
 * too.
 */
const TEMPLATES: Record<SampleLanguage, (parts: SampleParts) => string[]> = {
  curl: curlLines,
  node: (parts) => script(parts, 'process.env.API_PASSWORD'),
  typescript: (parts) => script(parts, "process.env.API_PASSWORD ?? ''"),
  python: ({ url, login, password, body, isPlain, type = JSON_TYPE, ...more }) => [
    'import base64',
    ...(isPlain ? [] : ['import json']),
    ...(password === undefined ? ['import os'] : []),
    'import urllib.error',
    'import urllib.request',
    '',
    `login = ${inScript(login)}`,
    `password = ${password === undefined ? `os.environ["${SECRET}"]` : inScript(password)}`,
    '',
    'token = base64.b64encode(f"{login}:{password}".encode()).decode()',
    'request = urllib.request.Request(',
    `    ${inScript(url)},`,
    ...named(otherMethod({ url, login, body, ...more }), (method) => `    method=${inScript(method)},`),
    ...(body === undefined ? [] : [`    data=${inScript(oneLine(body, type))}.encode(),`]),
    body === undefined
      ? '    headers={"Authorization": f"Basic {token}"},'
      : `    headers={"Authorization": f"Basic {token}", "Content-Type": ${inScript(type)}},`,
    ')',
    ...pythonSend({ url, login, ...more }),
    ...(isPlain
      ? ['print(response.status)', 'print(response.read().decode(errors="replace"))']
      : [
          'answer = json.load(response)',
          'print(answer["status_code"], answer["status_message"])',
          'print(answer.get("tasks"))',
        ]),
  ],
  php: ({ url, login, password, body, isPlain, type = JSON_TYPE, ...more }) => [
    '<?php',
    `$login = ${inPhp(login)};`,
    `$password = ${password === undefined ? `getenv('${SECRET}')` : inPhp(password)};`,
    '',
    "$context = stream_context_create(['http' => [",
    ...named(
      otherMethod({ url, login, body, ...more }) ?? (body === undefined ? undefined : 'POST'),
      (method) => `    'method' => ${inPhp(method)},`,
    ),
    "    'header' => [",
    '        \'Authorization: Basic \' . base64_encode("$login:$password"),',
    ...headerLines({ url, login, ...more }, (name, value) => `        ${inPhp(`${name}: ${value}`)},`),
    ...(body === undefined ? [] : [`        ${inPhp(`Content-Type: ${type}`)},`]),
    '    ],',
    ...(body === undefined ? [] : [`    'content' => ${inPhp(oneLine(body, type))},`]),
    "    'ignore_errors' => true,",
    ']]);',
    ...(isPlain
      ? [`echo file_get_contents(${inPhp(url)}, false, $context), PHP_EOL;`]
      : [
          `$answer = json_decode(file_get_contents(${inPhp(url)}, false, $context), true);`,
          "echo $answer['status_code'], ' ', $answer['status_message'], PHP_EOL;",
          "print_r($answer['tasks'][0]['result'] ?? null);",
        ]),
  ],
  csharp: ({ url, login, password, body, headers, type = JSON_TYPE, method = body === undefined ? 'GET' : 'POST' }) => [
    'using System.Net.Http.Headers;',
    'using System.Text;',
    '',
    `var login = ${inScript(login)};`,
    `var password = ${password === undefined ? `Environment.GetEnvironmentVariable("${SECRET}")` : inScript(password)};`,
    '',
    'using var client = new HttpClient();',
    'client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(',
    '    "Basic",',
    '    Convert.ToBase64String(Encoding.UTF8.GetBytes($"{login}:{password}")));',
    `using var request = new HttpRequestMessage(new HttpMethod(${inScript(method)}), ${inScript(url)});`,
    ...headerLines({ url, login, headers }, csharpHeader),
    ...(body === undefined
      ? []
      : [
          `request.Content = new StringContent(${inScript(oneLine(body, type))});`,
          `request.Content.Headers.ContentType = new MediaTypeHeaderValue(${inScript(type)});`,
        ]),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ],
  go: ({ url, login, password, body, headers, type = JSON_TYPE, method = body === undefined ? 'GET' : 'POST' }) => [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(password === undefined ? ['\t"os"'] : []),
    '\t"strings"',
    ')',
    '',
    'func main() {',
    `\tbody := strings.NewReader(${inScript(body === undefined ? '' : oneLine(body, type))})`,
    `\trequest, _ := http.NewRequest(${inScript(method)}, ${inScript(url)}, body)`,
    `\trequest.SetBasicAuth(${inScript(login)}, ${password === undefined ? `os.Getenv("${SECRET}")` : inScript(password)})`,
    ...headerLines({ url, login, headers }, goHeader),
    ...(body === undefined ? [] : [`\trequest.Header.Set("Content-Type", ${inScript(type)})`]),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(string(answer))',
    '}',
  ],
  java: javaLines,
  ruby: ({ url, login, password, body, headers, type = JSON_TYPE, method = body === undefined ? 'GET' : 'POST' }) => [
    "require 'net/http'",
    '',
    `uri = URI(${inPhp(url)})`,
    `request = Net::HTTPGenericRequest.new(${inPhp(method)}, ${body === undefined ? 'false' : 'true'}, true, uri.request_uri)`,
    `request.basic_auth(${inPhp(login)}, ${password === undefined ? `ENV.fetch('${SECRET}')` : inPhp(password)})`,
    ...headerLines({ url, login, headers }, rubyHeader),
    ...(body === undefined
      ? []
      : [`request['Content-Type'] = ${inPhp(type)}`, `request.body = ${inPhp(oneLine(body, type))}`]),
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    'puts response.body',
  ],
}

export function codeSample(language: SampleLanguage, parts: SampleParts): string {
  const { files } = parts
  const write = files && language !== 'curl' && language !== 'java' ? fileTemplates[language] : undefined
  const lines = files && write ? write({ ...parts, files }) : TEMPLATES[language](parts)
  return withSource(language, parts, lines).join('\n')
}

const HASHED: SampleLanguage[] = ['python', 'ruby']

/** A shell may take a comment for a command, so cURL has none. */
function withSource(language: SampleLanguage, { password, passwordAt }: SampleParts, lines: string[]): string[] {
  if (language === 'curl' || password !== undefined || passwordAt === undefined) return lines
  const first = language === 'php' ? 1 : 0
  return lines.toSpliced(first, 0, `${HASHED.includes(language) ? '#' : '//'} ${SECRET}: ${passwordAt}`)
}

/** JavaScript and TypeScript differ in what they know of the environment. */
function script(
  { url, login, password, body, isPlain, type = JSON_TYPE, ...more }: SampleParts,
  environment: string,
): string[] {
  const method = otherMethod({ url, login, body, ...more }) ?? (body === undefined ? undefined : 'POST')
  return [
    `const login = ${inScript(login)}`,
    `const password = ${password === undefined ? environment : inScript(password)}`,
    '',
    `const response = await fetch(${inScript(url)}, {`,
    ...named(method, (one) => `  method: '${one}',`),
    '  headers: {',
    "    Authorization: 'Basic ' + Buffer.from(login + ':' + password).toString('base64'),",
    ...headerLines({ url, login, ...more }, scriptHeader),
    ...(body === undefined ? [] : [`    'Content-Type': '${type}',`]),
    '  },',
    ...(body === undefined
      ? []
      : [`  body: ${type === JSON_TYPE ? `JSON.stringify(${indented(body)})` : inScript(body)},`]),
    '})',
    ...(isPlain
      ? ['console.log(response.status)', 'console.log(await response.text())']
      : [
          'const answer = await response.json()',
          'console.log(answer.status_code, answer.status_message)',
          'console.dir(answer.tasks?.[0]?.result, { depth: null })',
        ]),
  ]
}

function named(method: string | undefined, line: (method: string) => string): string[] {
  return method === undefined ? [] : [line(method)]
}
