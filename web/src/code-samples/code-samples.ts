import { curlLines, otherMethod, type SampleParts, SECRET } from './curl.ts'

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
  python: ({ url, login, password, body, ...more }) => [
    'import base64',
    'import json',
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
    ...(body === undefined ? [] : [`    data=${inScript(oneLine(body))}.encode(),`]),
    body === undefined
      ? '    headers={"Authorization": f"Basic {token}"},'
      : '    headers={"Authorization": f"Basic {token}", "Content-Type": "application/json"},',
    ')',
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refused:',
    '    response = refused',
    'answer = json.load(response)',
    'print(answer["status_code"], answer["status_message"])',
    'print(answer.get("tasks"))',
  ],
  php: ({ url, login, password, body, ...more }) => [
    '<?php',
    `$login = ${inPhp(login)};`,
    `$password = ${password === undefined ? `getenv('${SECRET}')` : inPhp(password)};`,
    '',
    "$context = stream_context_create(['http' => [",
    ...named(
      otherMethod({ url, login, body, ...more }) ?? (body === undefined ? undefined : 'POST'),
      (method) => `    'method' => ${inPhp(method)},`,
    ),
    ...(body === undefined
      ? ["    'header' => 'Authorization: Basic ' . base64_encode(\"$login:$password\"),"]
      : [
          '    \'header\' => \'Authorization: Basic \' . base64_encode("$login:$password") . "\\r\\nContent-Type: application/json",',
          `    'content' => ${inPhp(oneLine(body))},`,
        ]),
    "    'ignore_errors' => true,",
    ']]);',
    `$answer = json_decode(file_get_contents(${inPhp(url)}, false, $context), true);`,
    "echo $answer['status_code'], ' ', $answer['status_message'], PHP_EOL;",
    "print_r($answer['tasks'][0]['result'] ?? null);",
  ],
  csharp: ({ url, login, password, body, method = body === undefined ? 'GET' : 'POST' }) => [
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
    ...(body === undefined
      ? []
      : [`request.Content = new StringContent(${inScript(oneLine(body))}, Encoding.UTF8, "application/json");`]),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ],
  go: ({ url, login, password, body, method = body === undefined ? 'GET' : 'POST' }) => [
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
    `\tbody := strings.NewReader(${inScript(body === undefined ? '' : oneLine(body))})`,
    `\trequest, _ := http.NewRequest(${inScript(method)}, ${inScript(url)}, body)`,
    `\trequest.SetBasicAuth(${inScript(login)}, ${password === undefined ? `os.Getenv("${SECRET}")` : inScript(password)})`,
    ...(body === undefined ? [] : ['\trequest.Header.Set("Content-Type", "application/json")']),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(string(answer))',
    '}',
  ],
  java: ({ url, login, password, body, method = body === undefined ? 'GET' : 'POST' }) => [
    'import java.net.URI;',
    'import java.net.http.*;',
    'import java.util.Base64;',
    '',
    'public class Request {',
    '  public static void main(String[] args) throws Exception {',
    `    var login = ${inScript(login)};`,
    `    var password = ${password === undefined ? `System.getenv("${SECRET}")` : inScript(password)};`,
    '    var token = Base64.getEncoder().encodeToString((login + ":" + password).getBytes("UTF-8"));',
    `    var request = HttpRequest.newBuilder(URI.create(${inScript(url)}))`,
    '        .header("Authorization", "Basic " + token)',
    ...(body === undefined ? [] : ['        .header("Content-Type", "application/json")']),
    body === undefined
      ? `        .method(${inScript(method)}, HttpRequest.BodyPublishers.noBody()).build();`
      : `        .method(${inScript(method)}, HttpRequest.BodyPublishers.ofString(${inScript(oneLine(body))})).build();`,
    '    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());',
    '  }',
    '}',
  ],
  ruby: ({ url, login, password, body, method = body === undefined ? 'GET' : 'POST' }) => [
    "require 'net/http'",
    '',
    `uri = URI(${inPhp(url)})`,
    `request = Net::HTTPGenericRequest.new(${inPhp(method)}, ${body === undefined ? 'false' : 'true'}, true, uri.request_uri)`,
    `request.basic_auth(${inPhp(login)}, ${password === undefined ? `ENV.fetch('${SECRET}')` : inPhp(password)})`,
    ...(body === undefined
      ? []
      : ["request['Content-Type'] = 'application/json'", `request.body = ${inPhp(oneLine(body))}`]),
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    'puts response.body',
  ],
}

export function codeSample(language: SampleLanguage, parts: SampleParts): string {
  return TEMPLATES[language](parts).join('\n')
}

/** JavaScript and TypeScript differ in what they know of the environment. */
function script({ url, login, password, body, ...more }: SampleParts, environment: string): string[] {
  const method = otherMethod({ url, login, body, ...more }) ?? (body === undefined ? undefined : 'POST')
  return [
    `const login = ${inScript(login)}`,
    `const password = ${password === undefined ? environment : inScript(password)}`,
    '',
    `const response = await fetch(${inScript(url)}, {`,
    ...named(method, (one) => `  method: '${one}',`),
    '  headers: {',
    "    Authorization: 'Basic ' + Buffer.from(login + ':' + password).toString('base64'),",
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
    '})',
    'const answer = await response.json()',
    'console.log(answer.status_code, answer.status_message)',
    'console.log(answer.tasks?.[0]?.result)',
  ]
}

function named(method: string | undefined, line: (method: string) => string): string[] {
  return method === undefined ? [] : [line(method)]
}

function oneLine(json: string): string {
  return JSON.stringify(JSON.parse(json))
}

/** Further lines are indented like the first. */
function indented(json: string): string {
  return json.replaceAll('\n', '\n  ')
}

/** PHP and Ruby keep everything between single quotes as it is, but these and backslashes. */
function inPhp(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** JavaScript, Python, C#, Go and Java all read a JSON text as it is, but for signs that end a line of C#. */
function inScript(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
