import { byId } from "./dom.js";
import { Service } from "./service.js";

/** Asks for the token of the service. */
export class TokenDialog {
  #service;
  #actions;
  #dialog = byId("token-dialog");
  #field = byId("token");
  #error = byId("token-error");

  /** @param {{given(): void, notGiven(): void}} actions */
  constructor(service, actions) {
    this.#service = service;
    this.#actions = actions;
    byId("token-form").addEventListener("submit", (event) => this.#check(event));
    this.#dialog.addEventListener("close", () => this.#take());
  }

  ask() {
    this.#error.hidden = !this.#service.tokenRefused;
    this.#error.textContent = this.#service.tokenRefused ? "That token was refused." : "";
    if (!this.#dialog.open) {
      this.#dialog.returnValue = "";
      this.#dialog.showModal();
    }
  }

  /** A token that no header could carry would look like a lost connection. */
  #check(event) {
    this.#field.value = this.#field.value.trim();
    if (!Service.isToken(this.#field.value)) {
      event.preventDefault();
      this.#error.hidden = false;
      this.#error.textContent = "A token has letters, digits and signs of ASCII only, and no spaces.";
      this.#field.focus();
    }
  }

  #take() {
    const token = this.#field.value;
    this.#field.value = "";
    if (this.#dialog.returnValue === "use") {
      this.#service.useToken(token);
      this.#actions.given();
    } else {
      this.#actions.notGiven();
    }
  }
}
