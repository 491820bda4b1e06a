/**
 * Reads server-sent events from the body of a response; EventSource can only GET.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @yields {{name: string, data: object}}
 */
export async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  let name = "message";
  let data = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    pending += value;
    const lines = pending.split(/\r\n|\n|\r(?!$)/);
    pending = lines.pop();
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) {
          yield { name, data: JSON.parse(data.join("\n")) };
        }
        name = "message";
        data = [];
      } else if (line.startsWith("event:")) {
        name = line.slice(6).trim();
      } else if (line.startsWith("data:")) {
        data.push(line.slice(5).replace(/^ /, ""));
      }
      // Other lines are comments, which keep the connection alive.
    }
  }
}
