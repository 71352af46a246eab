import type { SampleFiles } from '@portico/contract/body-parts.ts'
import { curlHeader, headerLines, type SampleParts, SECRET } from './curl.ts'
import { partHead } from './form-part.ts'
import { inPhp, inScript } from './literals.ts'

type FileParts = SampleParts & { files: SampleFiles }
type FileLanguage = 'node' | 'typescript' | 'python' | 'php' | 'csharp' | 'go' | 'ruby'

type HeaderLine = (name: string, value: string) => string
export const scriptHeader: HeaderLine = (name, value) => `    ${inScript(name)}: ${inScript(value)},`
export const csharpHeader: HeaderLine = (name, value) =>
  `request.Headers.TryAddWithoutValidation(${inScript(name)}, ${inScript(value)});`
export const goHeader: HeaderLine = (name, value) => `\trequest.Header.Set(${inScript(name)}, ${inScript(value)})`
export const rubyHeader: HeaderLine = (name, value) => `request[${inPhp(name)}] = ${inPhp(value)}`

/** The further headers of a request, and its response, also where it was refused. */
export function pythonSend(parts: SampleParts): string[] {
  return [
    ...headerLines(parts, (name, value) => `request.add_header(${inScript(name)}, ${inScript(value)})`),
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refused:',
    '    response = refused',
  ]
}

/** Programs that send files; each runs unchanged with nothing to install beside the language itself. */
export const fileTemplates: Record<FileLanguage, (parts: FileParts) => string[]> = {
  node: (parts) => script(parts, 'process.env.API_PASSWORD'),
  typescript: (parts) => script(parts, "process.env.API_PASSWORD ?? ''"),
  python: ({ url, login, password, method = 'POST', type = '', files: { whole, fields, files }, ...more }) => [
    'import base64',
    ...(password === undefined ? ['import os'] : []),
    'import urllib.error',
    'import urllib.request',
    ...(whole === undefined ? ['import uuid'] : []),
    '',
    `login = ${inScript(login)}`,
    `password = ${password === undefined ? `os.environ["${SECRET}"]` : inScript(password)}`,
    '',
    ...(whole === undefined
      ? [
          'boundary = uuid.uuid4().hex',
          'body = b""',
          ...fields.map(
            ([name, value]) =>
              `body += f"--{boundary}\\r\\n".encode() + ${partHead(name)}.encode() + ${inScript(value)}.encode() + b"\\r\\n"`,
          ),
          ...files.map(
            ([name, file]) =>
              `body += f"--{boundary}\\r\\n".encode() + ${partHead(name, file)}.encode() + open(${inScript(file)}, "rb").read() + b"\\r\\n"`,
          ),
          'body += f"--{boundary}--\\r\\n".encode()',
        ]
      : [`body = open(${inScript(whole)}, "rb").read()`]),
    '',
    'token = base64.b64encode(f"{login}:{password}".encode()).decode()',
    'request = urllib.request.Request(',
    `    ${inScript(url)},`,
    `    method=${inScript(method)},`,
    '    data=body,',
    whole === undefined
      ? '    headers={"Authorization": f"Basic {token}", "Content-Type": f"multipart/form-data; boundary={boundary}"},'
      : `    headers={"Authorization": f"Basic {token}", "Content-Type": ${inScript(type)}},`,
    ')',
    ...pythonSend({ url, login, ...more }),
    'print(response.status)',
    'print(response.read().decode(errors="replace"))',
  ],
  php: ({ url, login, password, method = 'POST', type = '', files: { whole, fields, files }, ...more }) => [
    '<?php',
    `$request = curl_init(${inPhp(url)});`,
    `curl_setopt($request, CURLOPT_CUSTOMREQUEST, ${inPhp(method)});`,
    `curl_setopt($request, CURLOPT_USERPWD, ${inPhp(login)} . ':' . ${password === undefined ? `getenv('${SECRET}')` : inPhp(password)});`,
    'curl_setopt($request, CURLOPT_RETURNTRANSFER, true);',
    `curl_setopt($request, CURLOPT_HTTPHEADER, [${[
      ...(whole === undefined ? [] : [inPhp(`Content-Type: ${type}`)]),
      ...headerLines({ url, login, ...more }, (name, value) => inPhp(curlHeader(name, value))),
    ].join(', ')}]);`,
    ...(whole === undefined
      ? [
          'curl_setopt($request, CURLOPT_POSTFIELDS, [',
          ...fields.map(([name, value]) => `    ${inPhp(name)} => ${inPhp(value)},`),
          ...files.map(([name, file]) => `    ${inPhp(name)} => new CURLFile(${inPhp(file)}),`),
          ']);',
        ]
      : [`curl_setopt($request, CURLOPT_POSTFIELDS, file_get_contents(${inPhp(whole)}));`]),
    'echo curl_exec($request), PHP_EOL;',
  ],
  csharp: ({ url, login, password, method = 'POST', type = '', files: { whole, fields, files }, ...more }) => [
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
    ...headerLines({ url, login, ...more }, csharpHeader),
    ...(whole === undefined
      ? [
          'var form = new MultipartFormDataContent();',
          ...fields.map(([name, value]) => `form.Add(new StringContent(${inScript(value)}), ${inScript(name)});`),
          ...files.map(
            ([name, file]) =>
              `form.Add(new StreamContent(File.OpenRead(${inScript(file)})), ${inScript(name)}, ${inScript(file)});`,
          ),
          'request.Content = form;',
        ]
      : [
          `request.Content = new StreamContent(File.OpenRead(${inScript(whole)}));`,
          `request.Content.Headers.ContentType = new MediaTypeHeaderValue(${inScript(type)});`,
        ]),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ],
  go: ({ url, login, password, method = 'POST', type = '', files: { whole, fields, files }, ...more }) => [
    'package main',
    '',
    'import (',
    '\t"bytes"',
    '\t"fmt"',
    '\t"io"',
    ...(whole === undefined ? ['\t"mime/multipart"'] : []),
    '\t"net/http"',
    '\t"os"',
    ')',
    '',
    'func main() {',
    '\tvar body bytes.Buffer',
    ...(whole === undefined
      ? [
          '\tform := multipart.NewWriter(&body)',
          ...fields.map(([name, value]) => `\tform.WriteField(${inScript(name)}, ${inScript(value)})`),
          ...files.flatMap(([name, file]) => [
            '\t{',
            `\t\tpart, _ := form.CreateFormFile(${inScript(name)}, ${inScript(file)})`,
            `\t\tdata, _ := os.ReadFile(${inScript(file)})`,
            '\t\tpart.Write(data)',
            '\t}',
          ]),
          '\tform.Close()',
        ]
      : [`\tdata, _ := os.ReadFile(${inScript(whole)})`, '\tbody.Write(data)']),
    `\trequest, _ := http.NewRequest(${inScript(method)}, ${inScript(url)}, &body)`,
    `\trequest.SetBasicAuth(${inScript(login)}, ${password === undefined ? `os.Getenv("${SECRET}")` : inScript(password)})`,
    ...headerLines({ url, login, ...more }, goHeader),
    `\trequest.Header.Set("Content-Type", ${whole === undefined ? 'form.FormDataContentType()' : inScript(type)})`,
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(string(answer))',
    '}',
  ],
  ruby: ({ url, login, password, method = 'POST', type = '', files: { whole, fields, files }, ...more }) => [
    "require 'net/http'",
    '',
    `uri = URI(${inPhp(url)})`,
    `request = Net::HTTPGenericRequest.new(${inPhp(method)}, true, true, uri.request_uri)`,
    `request.basic_auth(${inPhp(login)}, ${password === undefined ? `ENV.fetch('${SECRET}')` : inPhp(password)})`,
    ...headerLines({ url, login, ...more }, rubyHeader),
    ...(whole === undefined
      ? [
          'request.set_form([',
          ...fields.map(([name, value]) => `  [${inPhp(name)}, ${inPhp(value)}],`),
          ...files.map(([name, file]) => `  [${inPhp(name)}, File.open(${inPhp(file)})],`),
          "], 'multipart/form-data')",
        ]
      : [`request['Content-Type'] = ${inPhp(type)}`, `request.body = File.binread(${inPhp(whole)})`]),
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    'puts response.body',
  ],
}

function script(parts: FileParts, environment: string): string[] {
  const { url, login, password, method = 'POST', type = '', files: sent } = parts
  const { whole, fields, files } = sent
  return [
    "import { openAsBlob } from 'node:fs'",
    '',
    `const login = ${inScript(login)}`,
    `const password = ${password === undefined ? environment : inScript(password)}`,
    '',
    ...(whole === undefined
      ? [
          'const form = new FormData()',
          ...fields.map(([name, value]) => `form.append(${inScript(name)}, ${inScript(value)})`),
          ...files.map(
            ([name, file]) => `form.append(${inScript(name)}, await openAsBlob(${inScript(file)}), ${inScript(file)})`,
          ),
          '',
        ]
      : []),
    `const response = await fetch(${inScript(url)}, {`,
    `  method: '${method}',`,
    '  headers: {',
    "    Authorization: 'Basic ' + Buffer.from(login + ':' + password).toString('base64'),",
    ...headerLines(parts, scriptHeader),
    ...(whole === undefined ? [] : [`    'Content-Type': '${type}',`]),
    '  },',
    whole === undefined ? '  body: form,' : `  body: await openAsBlob(${inScript(whole)}),`,
    '})',
    'console.log(response.status)',
    'console.log(await response.text())',
  ]
}
