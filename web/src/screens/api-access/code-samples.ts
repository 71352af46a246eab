/** A first call that costs nothing: it answers with the login, its balance and its limits. */
export const SAMPLE_PATH = 'appendix/user_data'

export const SAMPLE_LANGUAGES = ['curl', 'node', 'python', 'php', 'csharp'] as const
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

/** The names they go by, in every language. */
export const SAMPLE_NAMES: Record<SampleLanguage, string> = {
  curl: 'cURL',
  node: 'Node.js',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
}

export interface SampleParts {
  url: string
  login: string
  password: string
  /** Posted as JSON; without it the address is only read. */
  body?: string | undefined
}

/** Each one runs as it stands, with nothing to install beside the language itself, and shows the answer of a refused call too. */
const TEMPLATES: Record<SampleLanguage, (parts: SampleParts) => string[]> = {
  curl: ({ url, login, password, body }) => [
    `curl --user ${inShell(`${login}:${password}`)} \\`,
    ...(body === undefined ? [] : ["  --header 'Content-Type: application/json' \\", `  --data ${inShell(body)} \\`]),
    `  ${inShell(url)}`,
  ],
  node: ({ url, login, password, body }) => [
    `const login = ${inScript(login)}`,
    `const password = ${inScript(password)}`,
    '',
    `const response = await fetch(${inScript(url)}, {`,
    ...(body === undefined ? [] : ["  method: 'POST',"]),
    '  headers: {',
    "    Authorization: 'Basic ' + Buffer.from(login + ':' + password).toString('base64'),",
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
    '})',
    'const answer = await response.json()',
    'console.log(answer.status_code, answer.status_message)',
    'console.log(answer.tasks?.[0]?.result)',
  ],
  python: ({ url, login, password, body }) => [
    'import base64',
    'import json',
    'import urllib.error',
    'import urllib.request',
    '',
    `login = ${inScript(login)}`,
    `password = ${inScript(password)}`,
    '',
    'token = base64.b64encode(f"{login}:{password}".encode()).decode()',
    'request = urllib.request.Request(',
    `    ${inScript(url)},`,
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
  php: ({ url, login, password, body }) => [
    '<?php',
    `$login = ${inPhp(login)};`,
    `$password = ${inPhp(password)};`,
    '',
    "$context = stream_context_create(['http' => [",
    ...(body === undefined
      ? ["    'header' => 'Authorization: Basic ' . base64_encode(\"$login:$password\"),"]
      : [
          "    'method' => 'POST',",
          '    \'header\' => \'Authorization: Basic \' . base64_encode("$login:$password") . "\\r\\nContent-Type: application/json",',
          `    'content' => ${inPhp(oneLine(body))},`,
        ]),
    "    'ignore_errors' => true,",
    ']]);',
    `$answer = json_decode(file_get_contents(${inPhp(url)}, false, $context), true);`,
    "echo $answer['status_code'], ' ', $answer['status_message'], PHP_EOL;",
    "print_r($answer['tasks'][0]['result'] ?? null);",
  ],
  csharp: ({ url, login, password, body }) => [
    'using System.Net.Http.Headers;',
    'using System.Text;',
    '',
    `var login = ${inScript(login)};`,
    `var password = ${inScript(password)};`,
    '',
    'using var client = new HttpClient();',
    'client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(',
    '    "Basic",',
    '    Convert.ToBase64String(Encoding.UTF8.GetBytes($"{login}:{password}")));',
    ...(body === undefined
      ? [`using var response = await client.GetAsync(${inScript(url)});`]
      : [
          `using var body = new StringContent(${inScript(oneLine(body))}, Encoding.UTF8, "application/json");`,
          `using var response = await client.PostAsync(${inScript(url)}, body);`,
        ]),
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ],
}

export function codeSample(language: SampleLanguage, parts: SampleParts): string {
  return TEMPLATES[language](parts).join('\n')
}

function oneLine(json: string): string {
  return JSON.stringify(JSON.parse(json))
}

/** Further lines stand as deep as the first. */
function indented(json: string): string {
  return json.replaceAll('\n', '\n  ')
}

/** Single quotes keep everything as it is but themselves. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function inPhp(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** JavaScript, Python and C# all read a JSON text as it is. */
function inScript(text: string): string {
  return JSON.stringify(text)
}
