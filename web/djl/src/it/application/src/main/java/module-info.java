module com.example {
  requires dev.infill.core;
  requires dev.infill.bert;
  requires dev.infill.web.djl;
}
