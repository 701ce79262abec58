// The server's API. A refusal becomes an Error with the server's own words.

export class Refusal extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.reasons = error.reasons ?? [];
  }
}

async function ask(method, path, body, key) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers.Authorization = `Bearer ${key}`;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, { code: "offline", message: "The server does not answer. Is it still running?" });
  }
  if (response.status === 204) return null;
  const type = response.headers.get("content-type") ?? "";
  const answer = type.includes("json") ? await response.json() : await response.text();
  if (!response.ok) throw new Refusal(response.status, answer.error ?? { code: "failed", message: String(answer) });
  return answer;
}

export const api = {
  get: (path, key) => ask("GET", path, undefined, key),
  post: (path, body, key) => ask("POST", path, body, key),
  put: (path, body, key) => ask("PUT", path, body, key),
  delete: (path) => ask("DELETE", path),
  line: (fen, moves = []) => ask("POST", "/api/line", { fen, moves }),
};

export function socketAddress(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}
