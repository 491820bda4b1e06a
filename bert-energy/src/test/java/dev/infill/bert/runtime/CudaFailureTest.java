package dev.infill.bert.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as ONNX Runtime 1.29 and the loaders write them. */
class CudaFailureTest {
  private static final String OPENING =
      "ONNX Runtime cannot open model.onnx: Error code - ORT_FAIL";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "libcublasLt.so.12 | CUDA 12",
        "libcudart.so.12   | CUDA 12",
        "libcuda.so.1      | the NVIDIA driver"
      })
  void aMissingLibraryOfLinuxIsNamedWithWhatHasIt(String library, String owner) {
    assertThat(
            CudaFailure.reason(
                OPENING
                    + " - message: /onnxruntime_src/onnxruntime/core/session/provider_bridge_ort.cc"
                    + ":1988 onnxruntime::Provider& onnxruntime::ProviderLibrary::Get()"
                    + " [ONNXRuntimeError] : 1 : FAIL : Failed to load library"
                    + " /cache/libonnxruntime_providers_cuda.so with error: "
                    + library
                    + ": cannot open shared object file: No such file or directory"))
        .isEqualTo(library + " is missing: install " + owner + ", its folder in LD_LIBRARY_PATH");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cublasLt64_12.dll | CUDA 12",
        "cudnn64_9.dll     | cuDNN 9 for CUDA 12",
        "nvcuda.dll        | the NVIDIA driver"
      })
  void aMissingLibraryOfWindowsIsNamedWithWhatHasIt(String library, String owner) {
    assertThat(
            CudaFailure.reason(
                OPENING
                    + " - message: FAIL : Error loading"
                    + " \"C:\\cache\\onnxruntime_providers_cuda.dll\" which depends on \""
                    + library
                    + "\" which is missing. (Error 126: \"The specified module could not be"
                    + " found.\")"))
        .isEqualTo(library + " is missing: install " + owner + ", its folder in PATH");
  }

  /** ONNX Runtime 1.29 for Linux loads it in the first pass. */
  @Test
  void cudnnThatCannotBeLoadedIsTold() {
    assertThat(
            CudaFailure.reason(
                "ONNX Runtime fails: cuDNN is unavailable for CUDA Execution Provider"))
        .isEqualTo(
            "cuDNN cannot be loaded: install cuDNN 9 for CUDA 12, its folder in LD_LIBRARY_PATH");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libonnxruntime_providers_cuda.so: undefined symbol: cudaLibraryUnload",
        "libcudart.so.12: version `libcudart.so.12' not found"
      })
  void anOldLibraryOfCudaIsTold(String error) {
    assertThat(
            CudaFailure.reason(OPENING + " - message: Failed to load library with error: " + error))
        .isEqualTo("a library of CUDA 12 is too old for this ONNX Runtime: install CUDA 12.9");
  }

  @Test
  void anOldDriverIsTold() {
    assertThat(CudaFailure.reason(failure("35: CUDA driver version is insufficient for CUDA")))
        .isEqualTo("there is no NVIDIA driver, or it is too old for CUDA 12: install a newer one");
  }

  @Test
  void anotherFailureIsToldAsCudaHasIt() {
    assertThat(CudaFailure.reason(failure("100: no CUDA-capable device is detected")))
        .isEqualTo("no CUDA-capable device is detected");
  }

  private static String failure(String what) {
    return OPENING
        + " - message: /onnxruntime_src/onnxruntime/core/providers/cuda/cuda_call.cc:114 CUDA"
        + " failure "
        + what
        + " ; GPU=-1 ; hostname=host ; line=336 ; expr=cudaSetDevice(info_.device_id);";
  }

  @Test
  void aPackageWithoutCudaIsTold() {
    assertThat(CudaFailure.reason(OPENING + " - message: Failed to find CUDA shared provider"))
        .contains("onnxruntime_gpu", "-Pcuda");
  }

  @Test
  void whatIsNotUnderstoodIsToldAsItIs() {
    assertThat(CudaFailure.reason(OPENING + " - message: out of memory"))
        .isEqualTo(OPENING + " - message: out of memory");
  }
}
