import type { HttpMethod } from '@portico/contract/catalogue.ts'

export const SNIPPET_LANGUAGES = [
  'curl',
  'node',
  'typescript',
  'python',
  'php',
  'csharp',
  'go',
  'java',
  'ruby',
] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

export const SNIPPET_NAMES: Record<SnippetLanguage, string> = {
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

export interface SnippetRequest {
  method: HttpMethod
  url: string
  login: string
  /** Undefined: there is none. */
  body: string | undefined
}

/** The password is read from the environment: a snippet is passed on, a secret is not. */
const SECRET = 'API_PASSWORD'

/** The request as a program; each runs as it stands, with nothing to install beside the language. */
export function snippetOf(language: SnippetLanguage, request: SnippetRequest): string {
  return SNIPPETS[language](request).join('\n')
}

const SNIPPETS: Record<SnippetLanguage, (request: SnippetRequest) => string[]> = {
  curl: ({ method, url, login, body }) => [
    `curl --request ${method} ${shell(url)} \\`,
    `  --user ${shell(`${login}:`)}"$${SECRET}"${body === undefined ? '' : ' \\'}`,
    ...(body === undefined ? [] : ["  --header 'Content-Type: application/json' \\", `  --data ${shell(body)}`]),
  ],
  node: (request) => script(request, 'process.env.API_PASSWORD'),
  typescript: (request) => script(request, "process.env.API_PASSWORD ?? ''", ': unknown'),
  python: ({ method, url, login, body }) => [
    'import base64, json, os, urllib.request',
    '',
    `token = base64.b64encode((${quoted(`${login}:`)} + os.environ["${SECRET}"]).encode()).decode()`,
    'request = urllib.request.Request(',
    `    ${quoted(url)},`,
    `    method=${quoted(method)},`,
    ...(body === undefined ? [] : [`    data=${quoted(body)}.encode(),`]),
    '    headers={"Authorization": f"Basic {token}", "Content-Type": "application/json"},',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ],
  php: ({ method, url, login, body }) => [
    '<?php',
    `$curl = curl_init(${single(url)});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => ${single(method)},`,
    `    CURLOPT_USERPWD => ${single(`${login}:`)} . getenv('${SECRET}'),`,
    "    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],",
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${single(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    'echo curl_exec($curl);',
  ],
  csharp: ({ method, url, login, body }) => [
    'using System.Net.Http.Headers;',
    'using System.Text;',
    '',
    `var secret = Environment.GetEnvironmentVariable("${SECRET}");`,
    `var token = Convert.ToBase64String(Encoding.UTF8.GetBytes(${quoted(`${login}:`)} + secret));`,
    `var request = new HttpRequestMessage(new HttpMethod(${quoted(method)}), ${quoted(url)});`,
    'request.Headers.Authorization = new AuthenticationHeaderValue("Basic", token);',
    ...(body === undefined
      ? []
      : [`request.Content = new StringContent(${quoted(body)}, Encoding.UTF8, "application/json");`]),
    'var response = await new HttpClient().SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ],
  go: ({ method, url, login, body }) => [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    '\t"os"',
    '\t"strings"',
    ')',
    '',
    'func main() {',
    `\trequest, _ := http.NewRequest(${quoted(method)}, ${quoted(url)}, strings.NewReader(${quoted(body ?? '')}))`,
    `\trequest.SetBasicAuth(${quoted(login)}, os.Getenv("${SECRET}"))`,
    '\trequest.Header.Set("Content-Type", "application/json")',
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(string(answer))',
    '}',
  ],
  java: ({ method, url, login, body }) => [
    'import java.net.URI;',
    'import java.net.http.*;',
    'import java.util.Base64;',
    '',
    'public class Request {',
    '  public static void main(String[] args) throws Exception {',
    `    var pair = ${quoted(`${login}:`)} + System.getenv("${SECRET}");`,
    '    var token = Base64.getEncoder().encodeToString(pair.getBytes("UTF-8"));',
    `    var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    '        .header("Authorization", "Basic " + token)',
    '        .header("Content-Type", "application/json")',
    `        .method(${quoted(method)}, HttpRequest.BodyPublishers.ofString(${quoted(body ?? '')})).build();`,
    '    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());',
    '  }',
    '}',
  ],
  ruby: ({ method, url, login, body }) => [
    "require 'net/http'",
    '',
    `uri = URI(${single(url)})`,
    `request = Net::HTTPGenericRequest.new(${single(method)}, ${body === undefined ? 'false' : 'true'}, true, uri.request_uri)`,
    `request.basic_auth(${single(login)}, ENV.fetch('${SECRET}'))`,
    "request['Content-Type'] = 'application/json'",
    ...(body === undefined ? [] : [`request.body = ${single(body)}`]),
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    'puts response.body',
  ],
}

function script({ method, url, login, body }: SnippetRequest, password: string, type = ''): string[] {
  return [
    `const password = ${password}`,
    `const token = Buffer.from(${single(`${login}:`)} + password).toString('base64')`,
    `const response = await fetch(${single(url)}, {`,
    `  method: ${single(method)},`,
    "  headers: { Authorization: 'Basic ' + token, 'Content-Type': 'application/json' },",
    ...(body === undefined ? [] : [`  body: ${single(body)},`]),
    '})',
    `const answer${type} = await response.json()`,
    'console.log(JSON.stringify(answer, null, 2))',
  ]
}

/** In single quotes a shell reads everything as it is; a quote itself stands outside of them. */
function shell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function single(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
